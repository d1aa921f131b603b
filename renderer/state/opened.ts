/** Files that the person opens with the desktop program: what becomes of them is what becomes of dropped files. */
import { host, messageOf, offeredFile, type SentFile } from '../host.ts';
import { openDropped } from './dropped.ts';
import { useUnopened } from './unopened.ts';

/** Shows the files that wait for this window, if any do. */
export async function showOpened(): Promise<void> {
  const { report } = useUnopened.getState();
  try {
    const { files, problems } = await host.call('app.takeOpened', {});
    report(problems);
    const sent: SentFile[] = [];
    for (const { name, download } of files) {
      try {
        sent.push({ path: name, file: await offeredFile(download, name) });
      } catch (error) {
        report([messageOf(error)]);
      }
    }
    if (sent.length > 0) await openDropped(sent, sent.map(({ path }) => path).join(', '));
  } catch (error) {
    report([messageOf(error)]);
  }
}
