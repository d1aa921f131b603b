/** Starts workers under Node.js. The desktop host uses Electron utility processes instead. */
import { fork } from 'node:child_process';
import { KEEP_COMPILED_CODE } from '../../shared/node/compile-cache.ts';
import { notStarted, workerEnd, type WorkerProcess, type WorkerTask } from '../core/worker-task.ts';

/** Characters of standard error that are enough for its first error. */
const STDERR_CHARS = 16_384;

/** @param file worker.ts or its bundle @param memory megabytes */
export function startNodeWorker(file: string, task: WorkerTask, memory: number): WorkerProcess {
  const child = fork(file, [task, String(process.pid)], {
    // Without the options of this process, such as those of a debugger.
    execArgv: [`--max-old-space-size=${memory}`],
    env: { ...KEEP_COMPILED_CODE, ...process.env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < STDERR_CHARS) stderr += text;
  });
  // A channel that closes during a send; the end of the process reports it.
  child.on('error', () => undefined);
  return {
    send: (message) => {
      if (child.connected) child.send(message as object);
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.once('close', (status, signal) => listener(workerEnd(status, signal, stderr)));
      child.once('error', (error) => {
        if (child.pid === undefined) listener(notStarted(error));
      });
    },
    kill: () => child.kill('SIGKILL'),
  };
}
