/** Programs in processes of their own, under Node.js. The desktop host uses Electron's utility processes instead. */
import { fork } from 'node:child_process';
import { KEEP_COMPILED_CODE } from '../shared/node/compile-cache.ts';
import type { OwnProcess } from './core/host-port.ts';
import { notStarted, processEnd } from './core/process-end.ts';
import { PROCESS_MEMORY_MB } from '../shared/limits.ts';

/** Starts a program. @param file its TypeScript or JavaScript file */
export function startOwnProcess(file: string): OwnProcess {
  const child = fork(file, {
    // Not the options of this process, which may be a debugger's; and a file must not take all of the memory.
    execArgv: [`--max-old-space-size=${PROCESS_MEMORY_MB}`],
    env: { ...KEEP_COMPILED_CODE, ...process.env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // No process, or a channel that closes while something is being sent, which `exit` tells.
  child.on('error', () => undefined);
  return {
    send: (message) => {
      if (child.connected) child.send(message as object);
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.once('exit', (status, signal) => listener(processEnd(status, signal)));
      child.once('error', (error) => {
        if (child.pid === undefined) listener(notStarted(error));
      });
    },
    kill: () => child.kill('SIGKILL'),
  };
}
