/** Gives a run the whole body of each response, of which an exchange has only the beginning. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Recorder } from '../sending/recorder.ts';

export class Overhearing implements Recorder {
  private readonly recorder: Recorder;
  private readonly bodies = new Map<string, string>();

  constructor(recorder: Recorder) {
    this.recorder = recorder;
  }

  sink: Recorder['sink'] = (secrets) => this.recorder.sink(secrets);
  outline: Recorder['outline'] = (file) => this.recorder.outline(file);
  judge: Recorder['judge'] = (exchange, judgement) => this.recorder.judge(exchange, judgement);

  keep: Recorder['keep'] = (exchange, body) => {
    const kept = this.recorder.keep(exchange, body);
    if (body.file === null && exchange.response !== null)
      this.bodies.set(kept.id, body.bytes.toString('utf8'));
    return kept;
  };

  /** The body of a response, once. @returns null if it is too large to be read whole */
  bodyOf({ id }: Pick<Exchange, 'id'>): string | null {
    const body = this.bodies.get(id) ?? null;
    this.bodies.delete(id);
    return body;
  }
}
