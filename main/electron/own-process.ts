/** Programs in processes of their own, under Electron. */
import { constants } from 'node:os';
import { utilityProcess } from 'electron';
import type { OwnProcess } from '../core/host-port.ts';
import { type ProcessEnd, processEnd } from '../core/process-end.ts';
import { PROCESS_MEMORY_MB } from '../../shared/limits.ts';

/** On Linux and macOS, the code of a process that a signal has ended is the number of the signal. */
function endOf(code: number): ProcessEnd {
  const signal = (['SIGABRT', 'SIGKILL'] as const).find((name) => constants.signals[name] === code);
  return processEnd(code, signal ?? null);
}

/** Starts a program. @param file its bundle */
export function startOwnProcess(file: string): OwnProcess {
  const child = utilityProcess.fork(file, [], {
    execArgv: [`--max-old-space-size=${PROCESS_MEMORY_MB}`],
    stdio: 'ignore',
  });
  // What V8 cannot survive is a full memory. The process then ends by a signal of its own.
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
