/** A long log of events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { fresh } from '../../../shared/requests/compose.ts';
import { paymentFlow } from '../../support/flow-events.ts';
import { callCore, downloaded, startCore } from '../../support/workbench.ts';
import { PLAIN_EXPORT } from '../../../shared/flow/exports/export.ts';

it('others are answered while a long log is exported, and the export has every event', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-flow-long-'));
  try {
    await (await startCore(folder)).stop();
    const events = Array.from({ length: 1000 }, (_, at) =>
      paymentFlow(`p${at}`, `s${at}`, 1 + 19 * at),
    ).flat();
    const db = new Database(join(folder, 'history.db'));
    const insert = db.prepare('INSERT OR REPLACE INTO flow_event VALUES (?, ?, ?, ?, ?)');
    db.transaction(() => {
      for (const event of events) insert.run(event.seq, event.at, event.kind, null, JSON.stringify(event));
    })();
    db.close();
    const core = await startCore(folder);
    const ends: string[] = [];
    const exported = callCore(core, 'flow.export', { format: 'html', only: null, how: PLAIN_EXPORT }).finally(
      () => ends.push('exported'),
    );
    for (let at = 0; at < 3; at++) {
      await callCore(core, 'requests.send', fresh('readUser'));
      ends.push('sent');
    }
    const text = downloaded(core, (await exported).download).bytes.toString('utf8');
    await core.stop();
    expect(ends).toEqual(['sent', 'sent', 'sent', 'exported']);
    expect(text.match(/<tr id="e/g)?.length).toBeGreaterThanOrEqual(events.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
