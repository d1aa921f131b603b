/** Help › About: the versions, which a report of a fault needs. */
import { app, type BaseWindow, clipboard, dialog } from 'electron';
import { arch, release } from 'node:os';
import { texts } from '../../shared/texts/texts.ts';

const t = texts.core.about;

/** Shows the versions of the program and of what it runs on, with a button that copies them. */
export async function showAbout(window: BaseWindow | undefined, dataFolder: string): Promise<void> {
  const { electron, chrome, node } = process.versions;
  const title = `${texts.common.product} ${app.getVersion()}`;
  const detail = [
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    t.system(process.platform, release(), arch()),
    t.dataFolder(dataFolder),
  ].join('\n');
  const options = {
    type: 'info' as const,
    title: t.title,
    message: title,
    detail: `${detail}\n\n${t.licence}`,
    buttons: [texts.common.close, texts.common.copy],
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  if (response === 1) await clipboard.writeText(`${title}\n${detail}\n`);
}
