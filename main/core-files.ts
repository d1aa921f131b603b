/** The files beside the core: programs that a host starts as processes and threads of their own, and the collections that come with it. */
import { join } from 'node:path';

export interface CoreFiles {
  importProcess: string;
  interchangeProcess: string;
  bodyWorker: string;
  flowWorker: string;
  collections: string;
}

/** Where the sources are. @param root folder of the project */
export function coreFilesIn(root: string): CoreFiles {
  return {
    importProcess: join(root, 'main/core/certificates/import-process.ts'),
    interchangeProcess: join(root, 'main/core/interchange-process.ts'),
    bodyWorker: join(root, 'main/core/history/bodies/body-worker.ts'),
    flowWorker: join(root, 'main/core/flow/export-worker.ts'),
    collections: join(root, 'main/collections'),
  };
}
