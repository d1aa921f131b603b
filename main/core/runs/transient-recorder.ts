/** For a run without a history: each exchange is passed on, and only bodies that are too large for memory touch the disk meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BodyStore } from '../history/bodies/body-store.ts';
import { withBody } from '../history/history.ts';
import type { Recorder } from '../requests/exchange.ts';

export class TransientRecorder implements Recorder {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tpp-run-'));
  private readonly store = new BodyStore(this.folder);

  sink: Recorder['sink'] = (secrets) => this.store.sink(secrets);

  /** A body in a file is gone when its exchange is judged, so nothing of it is known. */
  outline: Recorder['outline'] = () => Promise.resolve(undefined);

  keep: Recorder['keep'] = (exchange, body) => {
    if (body.file !== null) this.store.remove(body.file);
    return withBody(exchange, body);
  };

  judge: Recorder['judge'] = (exchange, judgement) => ({ ...exchange, ...judgement });

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
