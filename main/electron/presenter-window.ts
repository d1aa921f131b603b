/** The presenter's window: notes, the next step and the clocks, on the screen that the room does not see. */
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { otherScreen } from './other-screen.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './safe-page.ts';
import { groundColour } from './theme.ts';
import { askingWindow } from './windows.ts';

const SIZE = { width: 1100, height: 700 };

let open: BrowserWindow | null = null;

/** Opens it, or brings it to the front. It is a page of the workbench, and ends with the window that it was opened from. */
export function openPresenter(preload: string): void {
  if (open !== null) {
    if (open.isMinimized()) open.restore();
    open.focus();
    return;
  }
  const main = askingWindow();
  const { hasOwn, ...box } = otherScreen(main, SIZE);
  const window = new BrowserWindow({
    ...box,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: texts.demonstrations.presenterWindow,
    autoHideMenuBar: true,
    backgroundColor: groundColour(),
    icon: join(__dirname, 'icon.png'),
    webPreferences: { ...SAFE_PAGE, preload },
  });
  open = window;
  const end = () => window.close();
  main?.once('closed', end);
  window.on('closed', () => {
    open = null;
    main?.off('closed', end);
  });
  window.once('ready-to-show', () => {
    if (hasOwn) window.maximize();
    window.show();
  });
  // Both windows show the same document, which has the title of the main one.
  window.on('page-title-updated', (event) => event.preventDefault());
  void window.loadURL(`${APP_ORIGIN}/#presenter`);
}
