/** The presenter's window: notes, the next step and the clocks, on the screen that the audience does not see. */
import { BrowserWindow, type Rectangle, screen, type Size } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';
import { SAFE_PAGE } from './page-security.ts';
import { backgroundColour } from './theme.ts';
import { askingWindow } from './window-registry.ts';

const SIZE = { width: 1100, height: 700 };

let open: BrowserWindow | null = null;

/** Opens or focuses the presenter's window, which closes with the window that opened it. */
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
    backgroundColor: backgroundColour(),
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
  // Both windows show the same document, titled for the main one.
  window.on('page-title-updated', (event) => event.preventDefault());
  void window.loadURL(`${APP_ORIGIN}/#presenter`);
}

/** Pixels that it is offset from the main window if there is one screen. */
const ASIDE = 48;

/** Bounds for a second window: on another screen if there is one. `hasOwn` says whether it is. */
export function otherScreen(
  main: BrowserWindow | null,
  { width, height }: Size,
): Rectangle & { hasOwn: boolean } {
  const at = main?.getBounds() ?? screen.getPrimaryDisplay().workArea;
  const own = screen.getDisplayMatching(at);
  const other = screen.getAllDisplays().find(({ id }) => id !== own.id);
  const { workArea } = other ?? own;
  const size = { width: Math.min(width, workArea.width), height: Math.min(height, workArea.height) };
  if (other !== undefined) return { ...centred(size, workArea), hasOwn: true };
  return {
    ...size,
    x: Math.min(at.x + ASIDE, workArea.x + workArea.width - size.width),
    y: Math.min(at.y + ASIDE, workArea.y + workArea.height - size.height),
    hasOwn: false,
  };
}

function centred({ width, height }: Size, area: Rectangle): Rectangle {
  const x = Math.round(area.x + (area.width - width) / 2);
  return { x, y: Math.round(area.y + (area.height - height) / 2), width, height };
}
