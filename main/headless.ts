/** The workbench in a process without a window of its own: under Node.js, for a browser or for other programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../shared/texts/texts.ts';
import { startWorkbench, type Workbench } from './core/workbench.ts';
import type { Log } from './log-file.ts';
import { startOwnProcess } from './own-process.ts';

/**
 * @param root folder of the project
 * @throws StartError like {@link startWorkbench}
 */
export function startHeadless(root: string, dataFolder: string, log: Log): Promise<Workbench> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
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
      keyProtection: null,
      startImport: () => startOwnProcess(join(root, 'main/core/certificates/import-process.ts')),
      startInterchange: () => startOwnProcess(join(root, 'main/core/interchange/interchange-process.ts')),
      bodyWorker: join(root, 'main/core/history/bodies/body-worker.ts'),
      flowWorker: join(root, 'main/core/flow/export-worker.ts'),
      shipped: join(root, 'main/collections'),
    },
    log: log.write,
  });
}
