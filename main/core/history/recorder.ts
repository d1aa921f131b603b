/** Records exchanges in the history. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Hidden } from '../redaction/mask.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { sentenceOf } from '../store/disk.ts';
import type { BodyReader } from './bodies/body-reader.ts';
import type { BodySink, BodyStore } from './bodies/body-store.ts';
import { type History, type Judgement, type KeptBody, withBody } from './history.ts';

const t = texts.core.exchange;

export class HistoryRecorder {
  private readonly history: History;
  private readonly store: BodyStore;
  private readonly reader: BodyReader;

  constructor(parts: { history: History; store: BodyStore; reader: BodyReader }) {
    this.history = parts.history;
    this.store = parts.store;
    this.reader = parts.reader;
  }

  sink(secrets: readonly Hidden[]): BodySink {
    return this.store.sink(secrets);
  }

  outline(file: string): Promise<unknown> {
    return this.reader.ask(this.store.pathOf(file), 'outline');
  }

  /** The response is shown even if it cannot be written to disk. */
  keep(exchange: Exchange, body: KeptBody): Exchange {
    try {
      return this.history.add(exchange, body);
    } catch (error) {
      if (body.file !== null) this.store.remove(body.file);
      return { ...withBody(exchange, body), notKept: t.notKept(sentenceOf(error)) };
    }
  }

  /** The judgement is shown even if it cannot be written to disk. */
  judge(exchange: Exchange, judgement: Judgement): Exchange {
    const whole = { ...exchange, ...judgement };
    if (exchange.notKept !== null) return whole;
    try {
      this.history.judge(whole);
      return whole;
    } catch (error) {
      return { ...whole, notKept: t.notJudged(error instanceof Error ? error.message : String(error)) };
    }
  }
}
