/** The files that a run writes, where other users of the machine may have put something in their place. */
import { mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError, refuseOthers } from '../command.ts';

/** Opens a file for writing; folders above it are made. @throws UsageError */
export function openReport(file: string): number {
  return orSay(file, () => {
    mkdirSync(dirname(file), { recursive: true });
    refuseOthers(file);
    return openSync(file, 'w', 0o600);
  });
}

/** Writes a whole file. @throws UsageError */
export function writeReport(file: string, text: string): void {
  orSay(file, () => {
    refuseOthers(file);
    writeFileSync(file, text, { mode: 0o600 });
  });
}

/** An empty place for the numbered files of a report. @throws UsageError */
export function makeReportFolder(folder: string): void {
  orSay(folder, () => {
    refuseOthers(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Nothing else: the folder may be somebody's own.
    for (const name of readdirSync(folder)) if (/^\d+\.js$/.test(name)) rmSync(join(folder, name));
  });
}

/** Writes a file of such a folder, where nothing has its name. @throws UsageError */
export function writeNewReport(file: string, text: string): void {
  orSay(file, () => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }));
}

function orSay<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
