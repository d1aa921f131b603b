/** Windows into the bodies of the history. Small bodies are read here, large ones and every JSONPath in workers. */
import { BodyView, type PathMatches } from '../../../shared/body-view/body-view.ts';
import { memorySource } from '../../../shared/body-view/bytes.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { History } from './history.ts';
import type { OutgoingFile } from '../transfers.ts';
import type { BodyMethod, BodyMethods, BodyReader } from './bodies/body-reader.ts';
import type { BodyQueries } from './bodies/body-queries.ts';
import type { BodyStore } from './bodies/body-store.ts';

const t = texts.core.bodies;

/** Bodies. */
const MAX_OPEN = 4;

export class Bodies {
  private readonly history: History;
  private readonly store: BodyStore;
  private readonly reader: BodyReader;
  private readonly queries: BodyQueries;
  private readonly open = new Map<string, BodyView>();

  constructor(parts: { history: History; store: BodyStore; reader: BodyReader; queries: BodyQueries }) {
    this.history = parts.history;
    this.store = parts.store;
    this.reader = parts.reader;
    this.queries = parts.queries;
  }

  /** @param id of an exchange @param path JSONPath (RFC 9535) @throws HostError if its body no longer exists */
  async query(id: string, path: string): Promise<PathMatches> {
    const body = this.bodyOf(id);
    return readable(
      this.queries.query(body.file === null ? body.bytes() : this.store.pathOf(body.file), path),
    );
  }

  /** @param id of an exchange @throws HostError if its body no longer exists */
  async ask<M extends Exclude<BodyMethod, 'places' | 'query'>>(
    id: string,
    method: M,
    ...args: Parameters<BodyMethods[M]>
  ): Promise<ReturnType<BodyMethods[M]>> {
    const body = this.bodyOf(id);
    if (body.file !== null) return readable(this.reader.ask(this.store.pathOf(body.file), method, ...args));
    const view = this.viewOf(id, body.bytes);
    const ask = view[method].bind(view) as (
      ...given: Parameters<BodyMethods[M]>
    ) => ReturnType<BodyMethods[M]>;
    return ask(...args);
  }

  /** The whole body as a file with a descriptive name. @throws HostError if it no longer exists */
  file(id: string): OutgoingFile {
    const exchange = this.history.read(id);
    if (exchange === null) throw new HostError('not-found', t.gone);
    const body = this.bodyOf(id);
    const ending = /^\s*[[{]/.test(exchange.response?.body ?? '') ? 'json' : 'txt';
    const words = exchange.title.toLowerCase().match(/[a-z0-9]+/g) ?? ['body'];
    const name = `${words.join('-')}-${exchange.status}.${ending}`;
    return body.file === null ? { name, bytes: body.bytes() } : { name, path: this.store.pathOf(body.file) };
  }

  private bodyOf(id: string) {
    const body = this.history.bodyOf(id);
    if (body === null) throw new HostError('not-found', t.gone);
    return body;
  }

  private viewOf(id: string, bytes: () => Buffer): BodyView {
    const known = this.open.get(id);
    if (known) return known;
    const oldest = this.open.keys().next().value;
    if (this.open.size >= MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
    const view = new BodyView(memorySource(bytes()));
    this.open.set(id, view);
    // Indexed at once, so that the first window has the total number of lines.
    view.lines('pretty', 0, 1);
    while (view.index(Number.POSITIVE_INFINITY));
    return view;
  }
}

/** @throws HostError in place of the worker's error */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new HostError('not-found', t.unreadable(error instanceof Error ? error.message : String(error)));
  }
}
