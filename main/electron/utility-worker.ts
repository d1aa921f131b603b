/** Starts workers as Electron utility processes. */
import { constants } from 'node:os';
import { utilityProcess } from 'electron';
import { type WorkerEnd, workerEnd, type WorkerProcess, type WorkerTask } from '../core/worker-task.ts';

/** @param file the bundle of main/worker/worker.ts @param memory megabytes */
export function startUtilityWorker(file: string, task: WorkerTask, memory: number): WorkerProcess {
  const child = utilityProcess.fork(file, [task], {
    execArgv: [`--max-old-space-size=${memory}`],
    stdio: 'ignore',
  });
  // V8 reports a full heap before it aborts.
  let isFatal = false;
  child.once('error', () => (isFatal = true));
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) =>
      child.once('exit', (code) => listener(isFatal ? { ended: 'out-of-memory' } : endOf(code))),
    kill: () => child.kill(),
  };
}

/** On Linux and macOS, the exit code of a process that a signal ended is the number of the signal. */
function endOf(code: number): WorkerEnd {
  const signal = (['SIGABRT', 'SIGKILL'] as const).find((name) => constants.signals[name] === code);
  return workerEnd(code, signal ?? null);
}
