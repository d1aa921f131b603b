/** The worker that reads large bodies and evaluates JSONPaths; see core/history/bodies/body-reader.ts. */
import { closeSync, readSync } from 'node:fs';
import { BodyView } from '../../shared/body-view/body-view.ts';
import { memorySource } from '../../shared/body-view/bytes.ts';
import { placesIn } from '../../shared/collections/json-path.ts';
import { openPlainFile } from '../../shared/node/plain-files.ts';
import type { BodyAnswer, BodyMethod, BodyQuestion } from '../core/history/bodies/body-reader.ts';
import type { Send } from '../core/worker-task.ts';

/** Bytes that are indexed between two questions. */
const SLICE = 4 * 1024 * 1024;
/** Bodies. */
const MAX_OPEN = 4;

interface OpenBody {
  view: BodyView;
  descriptor: number;
}
const open = new Map<string, OpenBody>();

function bodyOf(path: string): BodyView {
  const known = open.get(path);
  if (known) return known.view;
  const [oldest] = open;
  if (oldest && open.size >= MAX_OPEN) {
    closeSync(oldest[1].descriptor);
    open.delete(oldest[0]);
  }
  const { file: descriptor, size } = openPlainFile(path);
  const view = new BodyView({
    length: size,
    read: (from, to) => {
      const bytes = new Uint8Array(Math.max(0, to - from));
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, from));
    },
  });
  open.set(path, { view, descriptor });
  return view;
}

let isIndexing = false;
function indexOn(): void {
  if (isIndexing) return;
  isIndexing = true;
  const slice = () => {
    isIndexing = Array.from(open.values()).some(({ view }) => view.index(SLICE));
    if (isIndexing) setImmediate(slice);
  };
  setImmediate(slice);
}

export function handle(message: unknown, send: Send): void {
  const { id, body, method, args } = message as BodyQuestion;
  const answer = (one: BodyAnswer) => send(one);
  try {
    answer({ id, value: valueOf(body, method, args) });
  } catch (error) {
    answer({ id, problem: error instanceof Error ? error.message : String(error) });
  }
  indexOn();
}

function valueOf(body: BodyQuestion['body'], method: BodyMethod, args: readonly unknown[]): unknown {
  if (method === 'places')
    return placesIn(new TextDecoder().decode(Buffer.from(body)), args[0] as readonly string[]);
  const view = typeof body === 'string' ? bodyOf(body) : new BodyView(memorySource(body));
  // The caller's types guarantee that the arguments match the method.
  const ask = view[method].bind(view) as (...given: readonly unknown[]) => unknown;
  return ask(...args);
}
