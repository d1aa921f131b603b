/** A workbench core for all tests of one file. Only for the test runner; benches start theirs with `startCore`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { callCore, startCore } from './workbench.ts';

export interface FileCore {
  readonly folder: string;
  /** Only within a test or a hook: it starts with the file's first test. */
  readonly workbench: Workbench;
  /** Stops the workbench and starts it again. */
  readonly restart: () => Promise<void>;
  readonly call: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
}

/** A workbench for the tests of one file: started before the first, stopped and deleted after the last. */
export function coreForFile(name: string): FileCore {
  const folder = mkdtempSync(join(tmpdir(), `tpp-${name}-`));
  let started: Workbench | null = null;
  const workbench = (): Workbench => {
    if (started === null) throw new Error('The workbench starts with the first test of the file.');
    return started;
  };
  beforeAll(async () => {
    started = await startCore(folder);
  });
  afterAll(async () => {
    await workbench().stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get workbench() {
      return workbench();
    },
    restart: async () => {
      await workbench().stop();
      started = await startCore(folder);
    },
    call: (method, input) => callCore(workbench(), method, input),
  };
}
