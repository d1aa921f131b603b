/** The desktop host: a list of named steps. */
import { app, BrowserWindow, dialog, session, shell } from 'electron';
import { join } from 'node:path';
import { texts } from '../../shared/texts/texts.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { userDataFolder } from '../../shared/node/folders.ts';
import { startWorkbench, type Workbench } from '../core/workbench.ts';
import { endProcess, stopInTime } from '../../shared/node/stop-in-time.ts';
import { installIpcGate, sendEvents } from './ipc-gate.ts';
import { installMenu } from './menu.ts';
import { denyEverythingForeign } from './navigation.ts';
import { startOwnProcess } from './own-process.ts';
import { registerAppScheme, serveRenderer } from './protocol.ts';
import { electronPsuView } from './psu-view.ts';
import { safeStorageProtection } from './safe-storage.ts';
import { openWindow } from './window.ts';

// This file is bundled as dist/main/main.cjs, next to dist/preload and dist/renderer.
const RENDERER = join(__dirname, '../renderer');
const PRELOAD = join(__dirname, '../preload/preload.cjs');
const IMPORT_PROCESS = join(__dirname, 'import-process.cjs');
const BODY_WORKER = join(__dirname, 'body-worker.cjs');

registerAppScheme();
// Chromium does not run its sandbox as root. Anyone who passes --no-sandbox (a container, the tests) has accepted that.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
app.setPath('userData', join(dataFolder(), 'electron'));
if (app.requestSingleInstanceLock()) start().catch(reportAndQuit);
else app.quit();

async function start(): Promise<void> {
  await app.whenReady();
  denyEverythingForeign(app);
  const psuView = electronPsuView(() => BrowserWindow.getAllWindows()[0] ?? null);
  const workbench = await startWorkbench({
    dataFolder: dataFolder(),
    version: app.getVersion(),
    host: {
      kind: 'electron',
      psuView,
      openExternal: (url) => shell.openExternal(url),
      keyProtection: await safeStorageProtection(dataFolder()),
      startImport: () => startOwnProcess(IMPORT_PROCESS),
      bodyWorker: BODY_WORKER,
    },
    log: (line) => console.error(line),
  });
  serveRenderer(session.defaultSession, RENDERER, workbench);
  installIpcGate(workbench.dispatch);
  sendEvents(workbench);
  installMenu();
  openWindow(PRELOAD, dataFolder());
  app.on('second-instance', () => BrowserWindow.getAllWindows()[0]?.focus());
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(PRELOAD, dataFolder());
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  stopBeforeQuit(workbench);
}

function dataFolder(): string {
  const given = process.argv.find((argument) => argument.startsWith('--data='));
  return given?.slice('--data='.length) ?? userDataFolder();
}

/** Closes the databases before the process ends, so that nothing is cut off. */
function stopBeforeQuit(workbench: Workbench): void {
  let stopped = false;
  app.on('before-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    void stopInTime(workbench.stop(), (line) => console.error(line)).then((inTime) => {
      if (!inTime) endProcess(inTime);
      stopped = true;
      app.quit();
    });
  });
}

function reportAndQuit(error: unknown): void {
  const message = error instanceof StartError ? error.message : texts.core.server.cannotStart(String(error));
  console.error(message);
  dialog.showErrorBox(texts.common.product, message);
  app.exit(error instanceof StartError ? 2 : 1);
}
