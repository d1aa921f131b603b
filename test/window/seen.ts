/** What a failed test leaves beside the test runner's screenshot and trace: the log of its host, and what happened at the bank and in the workbench (the log of Flow). */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import Database from 'better-sqlite3';

/** Copies them into the folder of the test's results. @param folder the data folder, of a workbench that has stopped */
export function keepWhatWasSeen(folder: string, info: TestInfo): void {
  const log = join(folder, 'logs/workbench.log');
  if (existsSync(log)) copyFileSync(log, info.outputPath('host.log'));
  const history = join(folder, 'history.db');
  if (!existsSync(history)) return;
  const database = new Database(history, { readonly: true });
  try {
    const events = database
      .prepare('SELECT seq, at, kind, exchange, detail FROM flow_event ORDER BY seq')
      .all();
    writeFileSync(
      info.outputPath('flow.jsonl'),
      events.map((event) => `${JSON.stringify(event)}\n`).join(''),
    );
  } finally {
    database.close();
  }
}
