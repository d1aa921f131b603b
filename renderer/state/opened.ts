/** Files that the person opens with the desktop program: what becomes of them is what becomes of dropped files. */
import { create } from 'zustand';
import { host, messageOf, offeredFile, type SentFile } from '../host.ts';
import { openDropped } from './dropped.ts';

interface OpenedStore {
  /** Why files could not be opened, until the person closes it. */
  problems: readonly string[];
  close: () => void;
}

export const useOpened = create<OpenedStore>((set) => ({
  problems: [],
  close: () => set({ problems: [] }),
}));

/** Shows the files that wait for this window, if any do. */
export async function showOpened(): Promise<void> {
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

function report(more: readonly string[]): void {
  if (more.length === 0) return;
  const { problems } = useOpened.getState();
  useOpened.setState({ problems: [...new Set([...problems, ...more])] });
}
