/**
 * Collections exported for Postman and Bruno, run as they are by newman and by the safe sandbox of Bruno's command line through the
 * signing proxy: the same steps pass and fail as in a run of the workbench. Installs both from the npm registry.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exportCommand } from '../../../main/cli/interchange.ts';
import { listed } from '../../../main/core/collections/listing.ts';
import { readAddress } from '../../../main/core/proxy/address-file.ts';
import { installPeers, PROGRAMS } from '../../bench/peers.ts';
import { useBank } from '../../support/bank.ts';
import { folderForFile } from '../../support/folders.ts';
import { makeIdentity, NORWEGIAN_ISSUER } from '../../support/identity.ts';
import { MIXED } from '../../support/mixed-flow.ts';
import { refusedSignatures } from '../../support/refused-signatures.ts';
import { runFolder, targetOf, writeCollection } from '../../support/runs.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const SHIPPED = join(import.meta.dirname, '../../../main/collections');

/** By the names of requests, whether all that is said of them holds. */
type Outcomes = [name: string, passed: boolean][];

const newmanSchema = z.object({
  run: z.object({
    executions: z.array(
      z.object({
        item: z.object({ name: z.string() }),
        requestError: z.unknown().optional(),
        assertions: z.array(z.object({ error: z.unknown().optional() })).optional(),
        testScript: z.array(z.object({ error: z.unknown().optional() })).optional(),
      }),
    ),
  }),
});
const results = z.array(z.object({ status: z.string() })).default([]);
const bruSchema = z
  .array(
    z.object({
      results: z.array(
        z.object({
          name: z.string(),
          error: z.string().nullish(),
          assertionResults: results,
          testResults: results,
          preRequestTestResults: results,
          postResponseTestResults: results,
        }),
      ),
    }),
  )
  .length(1);

describe('through the signing proxy, with a local bank', () => {
  const folder = folderForFile('exports-elsewhere');
  const peers = join(folder, 'peers');
  const own = useBank({ clock: undefined });
  let variables: string[];
  let control: { address: string; token: string };
  let exports = 0;

  beforeAll(async () => {
    installPeers(peers);
    const workbench = await startCore(join(folder, 'data'));
    await callCore(workbench, 'proxy.start', { environment: 'local', origin: null });
    const proxy = readAddress(join(folder, 'data'));
    if (proxy?.control === undefined) throw new Error('The local bank has a control listener.');
    ({ control } = proxy);
    const given = {
      baseUrl: proxy.address,
      proxyToken: proxy.token,
      controlUrl: control.address,
      controlToken: control.token,
    };
    variables = Object.entries(given).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    return () => workbench.stop();
  }, 900_000);

  /** Runs a program, which ends with an error if a request fails. */
  async function ran(program: keyof typeof PROGRAMS, args: readonly string[], report: string, cwd = folder) {
    const all = [join(peers, PROGRAMS[program]), 'run', ...args, ...variables];
    const ended = await promisify(execFile)(process.execPath, all, { cwd, maxBuffer: 2 ** 26 }).then(
      () => 'green' as const,
      () => 'red' as const,
    );
    if (!existsSync(report)) throw new Error(`${program} has written no report.`);
    return { ended, report: JSON.parse(readFileSync(report, 'utf8')) as unknown };
  }

  async function byNewman(root: string): Promise<{ ended: string; outcomes: Outcomes }> {
    const file = join(folder, `${++exports}.json`);
    await exportCommand.run([root, '--to', 'postman', '--out', file]);
    const report = join(folder, `newman-${exports}.json`);
    const reporters = ['--reporters', 'json', '--reporter-json-export', report];
    const { ended, report: read } = await ran('newman', [file, ...reporters], report);
    const { executions } = newmanSchema.parse(read).run;
    return {
      ended,
      outcomes: executions.map(({ item, requestError, assertions = [], testScript = [] }) => [
        item.name,
        requestError === undefined &&
          [...assertions, ...testScript].every(({ error }) => error === undefined),
      ]),
    };
  }

  async function byBru(root: string): Promise<{ ended: string; outcomes: Outcomes }> {
    const collection = join(folder, `bruno-${++exports}`);
    await exportCommand.run([root, '--to', 'opencollection', '--out', collection]);
    const report = join(folder, `bru-${exports}.json`);
    const { ended, report: read } = await ran('bru', ['--reporter-json', report], report, collection);
    const [{ results: all } = { results: [] }] = bruSchema.parse(read);
    return {
      ended,
      outcomes: all.map(({ name, error, ...judged }) => [
        name,
        !error && Object.values(judged).every((some) => some.every(({ status }) => status === 'pass')),
      ]),
    };
  }

  /** By the names of the steps, of which an export makes requests whose names begin or end with them. */
  function tallied(root: string, outcomes: Outcomes): Record<string, boolean> {
    const names = listed(root)
      .entries.map(({ name }) => name)
      .sort((a, b) => b.length - a.length);
    const all: Record<string, boolean> = {};
    for (const [request, passed] of outcomes) {
      const last = request.split(' / ').at(-1) ?? '';
      const name = names.find((one) => last.startsWith(one)) ?? request;
      all[name] = (all[name] ?? true) && passed;
    }
    return all;
  }

  it('a collection with right and wrong steps passes and fails where a run does', async () => {
    const root = writeCollection(join(folder, 'mixed'), { '1-mixed.flow.yaml': MIXED });
    const { results: steps } = await runFolder(
      root,
      targetOf(own.bank, await makeIdentity({ issuer: NORWEGIAN_ISSUER })),
    );
    const reference = tallied(
      root,
      steps
        .filter(({ kind }) => kind !== 'session' && kind !== 'pause')
        .map(({ name, outcome }) => [name, outcome === 'passed']),
    );
    expect(Object.values(reference).filter((passed) => !passed).length).toBeGreaterThan(5);
    const newman = await byNewman(root);
    expect(tallied(root, newman.outcomes)).toEqual(reference);
    expect(newman.ended).toBe('red');
    const bru = await byBru(root);
    expect(tallied(root, bru.outcomes)).toEqual(reference);
    expect(bru.ended).toBe('red');
  }, 600_000);

  it.each(['first-steps', 'account-information', 'payments-and-baskets', 'refusals', 'conformance'])(
    '%s: every step that is carried passes, as in a run',
    async (name) => {
      const root = join(SHIPPED, name);
      for (const { ended, outcomes } of [await byNewman(root), await byBru(root)]) {
        expect(outcomes.flatMap(([request, passed]) => (passed ? [] : [request]))).toEqual([]);
        expect(outcomes.length).toBeGreaterThan(20);
        expect(ended).toBe('green');
      }
      expect(await refusedSignatures(control)).toEqual([]);
    },
    1_200_000,
  );
});
