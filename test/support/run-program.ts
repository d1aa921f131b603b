/** `tpp-workbench run` as a program of its own, in a folder of the test file, beside a bank in another process. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { StepResult } from '../../shared/collections/result.ts';
import type { Step } from '../../shared/collections/steps.ts';
import { folderForFile } from './folders.ts';
import { type BankProcess, startProcess } from './process.ts';
import { programFile } from './programs.ts';
import { type Files, writeCollection } from './runs.ts';

const PROGRAM = programFile('cli');

export interface Done {
  stdout: string;
  stderr: string;
  status: number | null;
}

export function ended(child: ChildProcessWithoutNullStreams): Promise<Done> {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ stdout, stderr, status })));
}

/** A step that always fails. */
export const failing = (name: string): Step => ({
  name,
  control: { method: 'GET', path: '/control/nothing' },
});

/** Starts a bank for the file and makes a certificate in its folder. */
export function useRunProgram() {
  const folder = folderForFile('run-command');
  let started: BankProcess | undefined;
  const bank = (): BankProcess => {
    if (started === undefined) throw new Error('The bank is not started yet.');
    return started;
  };
  /** @param cwd from the folder of the file */
  const begun = (
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    cwd = '',
  ): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [PROGRAM, ...args], {
      cwd: join(folder, cwd),
      env: { ...process.env, GITHUB_WORKSPACE: undefined, ...env },
    });
  const done = (...order: Parameters<typeof begun>) => ended(begun(...order));
  const written = (name: string) => readFileSync(join(folder, name), 'utf8');

  beforeAll(async () => {
    started = await startProcess('--data', ':memory:');
    await done(['cert', 'make', '--out', 'made']);
  });
  afterAll(() => {
    bank().child.kill();
  });

  return {
    folder,
    begun,
    done,
    written,
    get controlToken() {
      return bank().ready.controlToken;
    },
    /** The results in a JSON report. */
    results: (name: string) =>
      written(name)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as StepResult & { event: string })
        .filter(({ event }) => event === 'result'),
    /** Writes a collection into a folder of its own. */
    collection: (name: string, files: Files): string => {
      writeCollection(join(folder, name), files);
      return name;
    },
    /** The bank in another process as an environment file. */
    environmentOf: (name: string, more: object = {}): string => {
      const { apiBaseUrl, caFile, controlBaseUrl } = bank().ready;
      const environment = {
        baseUrl: apiBaseUrl,
        roots: caFile,
        certificate: ['made/tpp.pem'],
        control: { baseUrl: controlBaseUrl },
        ...more,
      };
      writeFileSync(join(folder, name), JSON.stringify(environment));
      return name;
    },
  };
}
