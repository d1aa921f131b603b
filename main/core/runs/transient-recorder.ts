/** Records nothing. Only bodies that are too large for memory are on the disk, temporarily. */
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

  /** A body in a file is deleted before its exchange is judged. */
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
