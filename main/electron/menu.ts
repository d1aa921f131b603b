/** The application menu: what the platform expects, and nothing that the window does not have itself. */
import { Menu } from 'electron';
import { texts } from '../../shared/texts/texts.ts';

/** @param showLog called by Help › Show log */
export function installMenu(showLog: () => Promise<void>): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : [{ role: 'fileMenu' as const }]),
      { role: 'editMenu' },
      {
        label: texts.core.menu.view,
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          // Plus is on the key of the equals sign, and nobody presses Shift for it.
          { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
      {
        role: 'help',
        label: texts.core.menu.help,
        submenu: [{ label: texts.core.menu.showLog, click: () => void showLog() }],
      },
    ]),
  );
}
