/**
 * The program that reads the files of an import; see reading.ts. Whoever waits for it may be ended meanwhile, by any signal. Nobody
 * would then end this program, whose work cannot be interrupted, so a thread beside it does.
 * Its argument is the id of the process that waits.
 */
import { readFileSync } from 'node:fs';
import { isMainThread, Worker } from 'node:worker_threads';

const STANDARD_INPUT = 0;
/** Milliseconds: no system tells a process that its parent has ended. */
const LOOK = 250;

if (isMainThread) {
  new Worker(import.meta.filename, { argv: process.argv.slice(2) }).unref();
  const { answerTo } = await import('./reading.ts');
  // Not by number: the thread has made standard output non-blocking, and a full pipe would be an error. This waits for the reader.
  process.stdout.write(answerTo(readFileSync(STANDARD_INPUT)));
} else {
  const parent = Number(process.argv[2]);
  setInterval(() => {
    if (!isThere(parent)) process.kill(process.pid, 'SIGKILL');
  }, LOOK);
}

/** Where a process that has lost its parent gets another one, that tells it sooner than the id, which a zombie still has. */
function isThere(parent: number): boolean {
  if (process.ppid !== parent) return false;
  try {
    return process.kill(parent, 0);
  } catch {
    return false;
  }
}
