/** The thread that reads large bodies, and that evaluates JSONPaths: both take seconds, and the window must stay responsive. */
import { closeSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { BodyView } from '../../../../shared/body-view/body-view.ts';
import { memorySource } from '../../../../shared/body-view/bytes.ts';
import { placesIn } from '../../../../shared/collections/json-path.ts';
import { openPlainFile } from '../../../../shared/node/plain-files.ts';
import type { BodyAnswer, BodyQuestion } from './body-reader.ts';

/** Bytes whose lines are counted between two queries. */
const SLICE = 4 * 1024 * 1024;
/** Number of bodies kept open. */
const OPEN = 4;

interface OpenBody {
  view: BodyView;
  descriptor: number;
}
const open = new Map<string, OpenBody>();

function bodyOf(path: string): BodyView {
  const known = open.get(path);
  if (known) return known.view;
  const [oldest] = open;
  if (oldest && open.size >= OPEN) {
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

let counting = false;
function countOn(): void {
  if (counting) return;
  counting = true;
  const slice = () => {
    counting = Array.from(open.values()).some(({ view }) => view.index(SLICE));
    if (counting) setImmediate(slice);
  };
  setImmediate(slice);
}

parentPort?.on('message', ({ id, body, method, args }: BodyQuestion) => {
  const tell = (answer: BodyAnswer) => parentPort?.postMessage(answer);
  try {
    if (method === 'places') {
      tell({
        id,
        value: placesIn(new TextDecoder().decode(Buffer.from(body)), args[0] as readonly string[]),
      });
      return;
    }
    const view = typeof body === 'string' ? bodyOf(body) : new BodyView(memorySource(body));
    // The caller's types guarantee that the arguments match the method.
    const ask = view[method].bind(view) as (...given: readonly unknown[]) => unknown;
    tell({ id, value: ask(...args) });
  } catch (error) {
    tell({ id, problem: error instanceof Error ? error.message : String(error) });
  }
  countOn();
});
