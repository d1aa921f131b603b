/** Collections exported for k6, whose scripts `k6-process.ts` runs against the bank of the test file. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect } from 'vitest';
import type { BankExchange } from '../../bank-sim/journal.ts';
import type { Bank } from '../../bank-sim/index.ts';
import { listed } from '../../main/core/collections/listing.ts';
import type { StepResult } from '../../shared/collections/result.ts';
import { treeOf } from '../../shared/collections/tree.ts';
import { exportTree } from '../../shared/interchange/export.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { useBank } from './bank.ts';
import { folderForFile } from './folders.ts';
import { type Identity, makeIdentity, NORWEGIAN_ISSUER } from './identity.ts';
import type { K6Run } from './k6-process.ts';
import { runFolder, targetOf } from './runs.ts';

const SHIPPED = join(import.meta.dirname, '../../main/collections');
const K6 = join(import.meta.dirname, 'k6-process.ts');

/** What the bank has answered meanwhile. */
export async function seenBy<T>(
  bank: Bank,
  work: () => Promise<T>,
): Promise<{ ran: T; seen: BankExchange[] }> {
  const seen: BankExchange[] = [];
  const stop = bank.onEntry(({ exchange }) => void (exchange && seen.push(exchange)));
  const ran = await work().finally(stop);
  return { ran, seen };
}

/** Finds the step of a check by its name, which may have a colon itself. */
export function stepNames(root: string): (check: string) => string {
  const names = listed(root)
    .entries.map(({ name }) => name)
    .sort((a, b) => b.length - a.length);
  return (check) =>
    names.find((name) => check.startsWith(`${name}: `) || check.includes(` / ${name}: `)) ?? check;
}
export const hasFailed = (ran: K6Run) => ran.checks.filter(({ holds }) => !holds).map(({ name }) => name);

/** Of every check, the name of its step and whether it holds. */
export const outcomesOf = ({ checks }: K6Run, nameOf: (check: string) => string) =>
  checks.map(({ name, holds }) => [nameOf(name), holds] as const);

/** By the names of the steps, whether all that they say is so. */
export function tally(
  outcomes: readonly (readonly [name: string, holds: boolean])[],
): Record<string, boolean> {
  const all: Record<string, boolean> = {};
  for (const [name, holds] of outcomes) all[name] = (all[name] ?? true) && holds;
  return all;
}
export const passedIn = (results: readonly StepResult[]) =>
  results
    .filter(({ kind, outcome }) => outcome !== 'skipped' && !['session', 'pause'].includes(kind))
    .map(({ name, outcome }) => [name, outcome === 'passed'] as const);

/** Starts a bank for the file, with a certificate in a folder of its own. */
export function k6ForFile() {
  const folder = folderForFile('k6');
  const own = useBank({ clock: undefined });
  let made: Identity | undefined;
  const identity = (): Identity => {
    if (made === undefined) throw new Error('The certificate is made before the first test.');
    return made;
  };
  beforeAll(async () => {
    made = await makeIdentity({ issuer: NORWEGIAN_ISSUER });
    writeFileSync(join(folder, 'tpp.pem'), made.pem + made.keyPem);
    writeFileSync(join(folder, 'ca.pem'), own.bank.caPem);
  });
  const environment = (bank: Bank) => ({
    TPP_BASE_URL: bank.apiBaseUrl,
    TPP_PEM: join(folder, 'tpp.pem'),
    TPP_KEY_ID: keyIdOf(identity().certificate),
    TPP_CONTROL_URL: bank.controlBaseUrl,
    TPP_CONTROL_TOKEN: bank.controlToken,
  });

  let scripts = 0;

  /** Exports a collection, and runs the script. */
  async function k6(
    root: string,
    env: Readonly<Record<string, string>>,
  ): Promise<K6Run & { notCarried: string[] }> {
    const { text, report } = exportTree(treeOf(listed(root)), 'Tried', 'k6');
    const file = join(folder, `script-${++scripts}.js`);
    writeFileSync(file, text);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--no-warnings',
        '--experimental-vm-modules',
        K6,
        file,
        ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ],
      { env: { ...process.env, SSL_CERT_FILE: join(folder, 'ca.pem') }, maxBuffer: 64 * 1024 * 1024 },
    );
    const ran = JSON.parse(stdout) as K6Run;
    return {
      ...ran,
      notCarried: report.flatMap(({ kind, name, result }) =>
        kind === 'step' && result === 'not carried' ? [name.split(' / ').at(-1) ?? ''] : [],
      ),
    };
  }

  /** Exports a shipped collection, and expects that every request is accepted with its signature and that every check says what a run says. */
  async function expectAsInARun(name: string, needsAFault: readonly string[]): Promise<void> {
    const root = join(SHIPPED, name);
    const { ran, seen } = await seenBy(own.bank, () => k6(root, environment(own.bank)));
    const nameOf = stepNames(root);
    expect(hasFailed(ran).map(nameOf)).toEqual(needsAFault);
    expect(ran.logs).toHaveLength(needsAFault.length);
    const sent = ran.requests.flatMap(({ requestId }) => requestId ?? []);
    expect(seen.map(({ requestId }) => requestId)).toEqual(sent);
    // Neither refused for the signature, nor accepted although it is written unusually.
    expect(seen.flatMap(({ rule }) => (rule?.startsWith('SIG-') === true ? rule : []))).toEqual([]);
    expect(seen.flatMap(({ notes }) => notes).join('\n')).not.toMatch(
      /keyId|reference format|Signature|Digest/,
    );
    // k6 counts no refusal that is wanted as a failed request.
    expect(ran.requests.filter(({ expected }) => expected === false)).toEqual([]);
    const reference = await runFolder(root, targetOf(own.bank, identity()));
    const left = new Set([...ran.notCarried, ...needsAFault]);
    const isWhole = ([step]: readonly [string, boolean]) => !left.has(step);
    expect(tally(outcomesOf(ran, nameOf).filter(isWhole))).toEqual(
      tally(passedIn(reference.results).filter(isWhole)),
    );
  }

  return { folder, own, identity, environment, k6, expectAsInARun };
}
