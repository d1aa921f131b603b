/** Programs in processes of their own, under Electron. */
import { utilityProcess } from 'electron';
import type { OwnProcess } from '../core/host-port.ts';

/** Starts a program. @param file its bundle */
export function startOwnProcess(file: string): OwnProcess {
  const child = utilityProcess.fork(file, [], {
    execArgv: ['--max-old-space-size=512'],
    stdio: 'ignore',
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
}
