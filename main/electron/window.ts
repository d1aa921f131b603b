/** The main window and its last position. */
import { BrowserWindow, screen } from 'electron';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { APP_ORIGIN } from './protocol.ts';

interface Box {
  x?: number;
  y?: number;
  width: number;
  height: number;
}

const FIRST: Box = { width: 1440, height: 900 };

export function openWindow(preload: string, dataFolder: string): BrowserWindow {
  const file = join(dataFolder, 'window.json');
  const window = new BrowserWindow({
    ...lastBox(file),
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: texts.common.product,
    backgroundColor: '#eceff3',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
    },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', () => keepBox(file, window.getNormalBounds()));
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}

/** Ignores a position outside all screens, for example of a monitor that is no longer connected. */
function lastBox(file: string): Box {
  try {
    const { x, y, width, height } = JSON.parse(readFileSync(file, 'utf8')) as Required<Box>;
    if (![x, y, width, height].every(Number.isFinite)) return FIRST;
    const { workArea } = screen.getDisplayMatching({ x, y, width, height });
    const visible =
      x < workArea.x + workArea.width &&
      x + width > workArea.x &&
      y < workArea.y + workArea.height &&
      y >= workArea.y;
    return visible ? { x, y, width, height } : { width, height };
  } catch {
    return FIRST;
  }
}

function keepBox(file: string, box: Box): void {
  writeFileSync(`${file}.new`, JSON.stringify(box));
  renameSync(`${file}.new`, file);
}
