/** The workbench without a window: opens the data folder, then starts everything that works in it. */
import { privateFolder } from '../../shared/node/private-files.ts';
import { startErrorOf } from '../../shared/node/start-error.ts';
import { Stops } from './stops.ts';
import { OpenDrafts } from './collections/open-drafts.ts';
import type { WorkbenchOptions } from './host-port.ts';
import { type Databases, openDatabases } from './store/databases.ts';
import { META, Meta } from './store/meta.ts';
import type { Workbench } from './services.ts';

/** @throws StartError if the data folder is in use by another workbench, or newer than this program */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const notices: string[] = [];
  const notice = (sentence: string) => {
    notices.push(sentence);
    options.log(sentence);
  };
  const stops = new Stops();
  try {
    const databases = opened(options.dataFolder, notice);
    stops.add(() => databases.close());
    const meta = new Meta(databases.work, notice);
    const drafts = new OpenDrafts(meta.access(META.drafts));
    await options.opened?.(drafts.windows(), meta.read(META.settings).theme);
    // Loaded now, because the windows need not wait for it.
    const { startServices } = await import('./services.ts');
    return await startServices(options, { databases, meta, drafts, stops, notices, notice });
  } catch (error) {
    // Releases the ports and the data folder. The first error matters more than one of the stop.
    await stops.run().catch((failure: unknown) => options.log(String(failure)));
    throw startErrorOf(error, options.dataFolder);
  }
}

/** @throws StartError like {@link startWorkbench} */
function opened(folder: string, notice: (sentence: string) => void): Databases {
  try {
    privateFolder(folder);
    return openDatabases(folder, notice);
  } catch (error) {
    throw startErrorOf(error, folder);
  }
}
