/** The desktop host: a list of named steps. */
import { app, session, shell } from 'electron';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../shared/texts/texts.ts';
import { startWorkbench } from '../core/workbench.ts';
import type { Workbench } from '../core/services.ts';
import { omitMemoryFromCoreDumps } from '../core-dumps.ts';
import { logInto } from '../log-file.ts';
import { chromiumFolder, dataFolder, expectOtherInstance } from './data-folder.ts';
import { reportAndEnd, stopBeforeEnd, logCrashes } from './shutdown.ts';
import { installIpcGate, sendEvents } from './ipc-gate.ts';
import { installMenu, showAbout, offerContextMenus } from './menu.ts';
import { restrictPages, disableChromiumTraffic } from './page-security.ts';
import { startUtilityWorker } from './utility-worker.ts';
import { registerAppScheme, serveRenderer } from './protocol.ts';
import { openPresenter } from './presenter-window.ts';
import { electronPsuView } from './psu-view.ts';
import { filesOfStart, OpenedFiles, reportSavedFiles } from './user-files.ts';
import { safeStorageProtection } from './safe-storage.ts';
import { followTheme, showTheme } from './theme.ts';
import {
  openAnother,
  openWindow,
  showAgain,
  type WindowParts,
  keepTabs,
  noticeEnd,
} from './workbench-window.ts';
import { lastUsed } from './window-registry.ts';

// This file is bundled as dist/main/main.cjs, next to dist/preload and dist/renderer.
const RENDERER = join(__dirname, '../renderer');
const PRELOAD = join(__dirname, '../preload/preload.cjs');
const WORKER = join(__dirname, 'worker.cjs');
const SHIPPED = {
  collections: join(__dirname, '../collections'),
  demonstrations: join(__dirname, '../demonstrations'),
};

// All files are readable by this user only, Chromium's included.
process.umask(0o077);
omitMemoryFromCoreDumps();
registerAppScheme();
disableChromiumTraffic(app);
restrictPages(app);
offerContextMenus(app);
// Chromium does not run its sandbox as root; --no-sandbox accepts that (containers, tests).
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
launch().catch(reportAndEnd);

async function launch(): Promise<void> {
  const folder = dataFolder(process.argv);
  app.setPath('userData', chromiumFolder(folder));
  const files = filesOfStart(app);
  if (app.requestSingleInstanceLock({ files })) return start(folder, files);
  expectOtherInstance(folder);
  console.log(texts.core.server.alreadyOpen(folder));
  app.quit();
}

async function start(folder: string, files: readonly string[]): Promise<void> {
  const log = logInto(folder);
  logCrashes(log);
  log.note(texts.core.log.started(app.getVersion(), `Electron ${process.versions.electron}`));
  let workbench: Workbench | null = null;
  let lastIds: readonly string[] = [];
  const openAll = () => {
    for (const id of workbench?.windows.windows() ?? lastIds) openWindow(windows, id);
  };
  const opened = new OpenedFiles(app, files, () => {
    if (lastUsed() === null) openAll();
    showAgain();
  });
  await app.whenReady();
  const psuView = electronPsuView();
  const windows: WindowParts = {
    preload: PRELOAD,
    dataFolder: folder,
    closed: (id) => {
      if (workbench !== null) keepTabs(workbench, id);
    },
  };
  const showSaved = reportSavedFiles(session.defaultSession);
  const showLog = () => openOrShow(log.file);
  const showDataFolder = async () => void (await shell.openPath(folder));
  const startCore = async () =>
    startWorkbench({
      dataFolder: folder,
      version: app.getVersion(),
      host: {
        kind: 'electron',
        psuView,
        openExternal: (url) => shell.openExternal(url),
        show: async (what) => {
          if (what === 'saved-file') showSaved();
          else await (what === 'log' ? showLog() : showDataFolder());
        },
        openPresenter: () => openPresenter(PRELOAD),
        openWindow: () => openAnother(windows),
        takeOpened: opened.take,
        keyProtection: await safeStorageProtection(folder),
        startWorker: (task, memory) => startUtilityWorker(WORKER, task, memory),
        shipped: SHIPPED,
      },
      log: log.write,
      opened: async (windowIds, theme) => {
        showTheme(theme);
        lastIds = windowIds;
        openAll();
        opened.begin();
        // Chromium starts a window's process only while this one is idle.
        await setImmediate();
      },
    });
  const starting = startCore();
  serveRenderer(session.defaultSession, RENDERER, starting);
  installIpcGate(starting);
  installMenu({
    showLog: () => void showLog(),
    showDataFolder: () => void showDataFolder(),
    openPresenter: () => openPresenter(PRELOAD),
    openWindow: () => openAnother(windows),
    about: (window) => void showAbout(window, folder),
  });
  workbench = await starting;
  sendEvents(workbench);
  followTheme(workbench);
  noticeEnd();
  app.on('activate', () => {
    if (lastUsed() === null) openAll();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  stopBeforeEnd(workbench, log.write);
}

/** Opens a file in its default program, or shows it in its folder. */
async function openOrShow(file: string): Promise<void> {
  if ((await shell.openPath(file)) !== '') shell.showItemInFolder(file);
}
