/** The workbench in a process without a window of its own: under Node.js, for a browser or for other programs. */
import { texts } from '../shared/texts/texts.ts';
import { startWorkbench } from './core/workbench.ts';
import type { Workbench } from './core/services.ts';
import type { CoreFiles } from './core-files.ts';
import type { Log } from './log-file.ts';
import { startOwnProcess } from './own-process.ts';

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
