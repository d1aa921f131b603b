/** The workbench in a process without a window: under Node.js, for a browser or for other programs. */
import { texts } from '../shared/texts/texts.ts';
import type { Workbench } from './core/services.ts';
import { startWorkbench } from './core/workbench.ts';
import type { Log } from './log-file.ts';
import { startNodeWorker } from './worker/node-worker.ts';

export interface HeadlessOptions {
  /** Version of the program. */
  version: string;
  /** main/worker/worker.ts or its bundle. */
  worker: string;
  /** The folders of what comes with the program. */
  shipped: { collections: string; demonstrations: string };
  dataFolder: string;
  log: Log;
}

/** @throws StartError like {@link startWorkbench} */
export function startHeadless(options: HeadlessOptions): Promise<Workbench> {
  const { version, worker, shipped, dataFolder, log } = options;
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
      startWorker: (task, memory) => startNodeWorker(worker, task, memory),
      shipped,
    },
    log: log.write,
  });
}
