/**
 * The program of every worker. Its arguments are its task, whose module alone is loaded, and under Node.js the id of the process that
 * started it. Electron ends its utility processes itself.
 */
import { isMainThread, Worker } from 'node:worker_threads';
import type { Send, WorkerTask } from '../core/worker-task.ts';

type Handle = (message: unknown, send: Send) => void;

const TASKS: Readonly<Record<WorkerTask, () => Promise<{ handle: Handle }>>> = {
  bodies: () => import('./bodies.ts'),
  'certificate-import': () => import('./certificate-import.ts'),
  'flow-export': () => import('./flow-export.ts'),
  interchange: () => import('./interchange.ts'),
};

/** Electron's end of the channel. */
interface ParentPort {
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void;
  postMessage: Send;
}

/** Milliseconds between two looks: no system reports the end of a parent. */
const WATCH_MS = 250;

const [, file = '', task, parent] = process.argv;
const { parentPort } = process as { parentPort?: ParentPort };

if (isMainThread) serve(TASKS[task as WorkerTask]());
else watch(Number(parent));

function serve(loading: Promise<{ handle: Handle }>): void {
  const answer = (message: unknown, send: Send) => void loading.then(({ handle }) => handle(message, send));
  if (parentPort !== undefined) {
    parentPort.on('message', ({ data }) => answer(data, (message) => parentPort.postMessage(message)));
    return;
  }
  process.on('message', (message) => answer(message, (result) => process.send?.(result)));
  process.on('disconnect', () => process.exit());
  // While this thread works, it does not notice that it was disconnected.
  void loading.then(() => new Worker(file, { argv: [task, parent] }).unref());
}

function watch(pid: number): void {
  setInterval(() => {
    if (!isRunning(pid)) process.kill(process.pid, 'SIGKILL');
  }, WATCH_MS);
}

/** An orphan gets another parent, except on Windows. The id of its own stays in use while that is a zombie. */
function isRunning(pid: number): boolean {
  if (process.ppid !== pid) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
