/** The workbench in a process without a window of its own: under Node.js, for a browser or for other programs. */
import { texts } from '../shared/texts/texts.ts';
import { startWorkbench } from './core/workbench.ts';
import type { Workbench } from './core/services.ts';
import type { CoreFiles } from './core-files.ts';
import type { Log } from './log-file.ts';
import { fork } from 'node:child_process';
import { KEEP_COMPILED_CODE } from '../shared/node/compile-cache.ts';
import type { OwnProcess } from './core/host-port.ts';
import { notStarted, processEnd } from './core/process-end.ts';
import { PROCESS_MEMORY_MB } from '../shared/limits.ts';

export interface HeadlessOptions {
  /** Of the program. */
  version: string;
  files: CoreFiles;
  dataFolder: string;
  log: Log;
}

/** @throws StartError like {@link startWorkbench} */
export function startHeadless({ version, files, dataFolder, log }: HeadlessOptions): Promise<Workbench> {
  log.note(texts.core.log.started(version, `Node.js ${process.versions.node}`));
  return startWorkbench({
    dataFolder,
    version,
    host: {
      kind: 'browser',
      psuView: null,
      show: null,
      openExternal: null,
      openPresenter: null,
      openWindow: null,
      takeOpened: null,
      keyProtection: null,
      startImport: () => startOwnProcess(files.importProcess),
      startInterchange: () => startOwnProcess(files.interchangeProcess),
      bodyWorker: files.bodyWorker,
      flowWorker: files.flowWorker,
      shipped: files.collections,
    },
    log: log.write,
  });
}

// Programs in processes of their own, under Node.js. The desktop host uses Electron's utility processes
// instead.

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
