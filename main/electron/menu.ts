/** The application menu and the context menus of pages. */
import {
  type BaseWindow,
  Menu,
  type MenuItemConstructorOptions,
  app,
  clipboard,
  dialog,
  type App,
} from 'electron';
import {
  acceleratorOf,
  type KeyCommand,
  WINDOW_KEYS,
  type WindowCommand,
} from '../../shared/contract/window-commands.ts';
import { PLACE_IDS, texts } from '../../shared/texts/texts.ts';
import { arch, release } from 'node:os';
import { sendCommand } from './ipc-gate.ts';
import { isWorkbench } from './window-registry.ts';

const t = texts.core.menu;
const isMac = process.platform === 'darwin';
const separator = { type: 'separator' } as const;

export interface MenuActs {
  showLog: () => void;
  showDataFolder: () => void;
  openPresenter: () => void;
  openWindow: () => void;
  about: (window: BaseWindow | undefined) => void;
}

export function installMenu(acts: MenuActs): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' as const }] : []),
      { label: t.file, submenu: fileMenu(acts) },
      { label: t.edit, submenu: editMenu() },
      { label: t.view, submenu: viewMenu(acts) },
      ...(isMac ? [{ role: 'windowMenu' as const }] : []),
      { role: 'help', label: t.help, submenu: helpMenu(acts) },
    ]),
  );
}

function fileMenu({ openWindow }: MenuActs): MenuItemConstructorOptions[] {
  return [
    ...keyed('new-tab'),
    // Without a window, too.
    ...keyed('new-window').map((one) => ({ ...one, click: openWindow })),
    ...keyed('save'),
    ...keyed('send'),
    ...keyed('close-tab'),
    ...keyed('reopen-tab'),
    separator,
    item(t.importCollection, 'import-collection'),
    item(texts.common.exportEverything, 'export-everything'),
    separator,
    ...keyed('go-settings'),
    separator,
    { role: 'close', label: t.closeWindow, accelerator: 'CommandOrControl+Shift+W' },
    ...(isMac ? [] : [{ role: 'quit' as const }]),
  ];
}

function editMenu(): MenuItemConstructorOptions[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'selectAll' },
    separator,
    ...keyed('find'),
    ...keyed('palette'),
  ];
}

function viewMenu({ openPresenter }: MenuActs): MenuItemConstructorOptions[] {
  return [
    ...PLACE_IDS.filter((id) => id !== 'settings').flatMap((id) => keyed(`go-${id}`)),
    separator,
    ...keyed('next-tab'),
    ...keyed('previous-tab'),
    ...keyed('next-pane'),
    ...keyed('previous-pane'),
    separator,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // Plus is Shift with the key of the equals sign; few users press Shift.
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
    { label: t.presenter, click: openPresenter },
  ];
}

function helpMenu({ showLog, showDataFolder, about }: MenuActs): MenuItemConstructorOptions[] {
  return [
    ...keyed('documentation'),
    ...keyed('shortcuts'),
    separator,
    { label: t.showLog, click: showLog },
    { label: t.showDataFolder, click: showDataFolder },
    item(t.licences, 'licences'),
    separator,
    { label: t.about, click: (_item, window) => about(window) },
  ];
}

function item(label: string, command: WindowCommand): MenuItemConstructorOptions {
  return {
    label,
    click: (_item, window) => {
      if (isWorkbench(window)) sendCommand(window, command);
      // The windows of the presenter and of the PSU have no tabs.
      else if (command === 'close-tab') window?.close();
    },
  };
}

/** An item for the first key of a command, and hidden items for its other keys. */
function keyed(command: KeyCommand): MenuItemConstructorOptions[] {
  const { label, keys } = WINDOW_KEYS[command];
  return keys.map((key, at) => {
    const accelerator = acceleratorOf(key);
    return {
      ...item(label, command),
      ...(accelerator !== undefined && { accelerator }),
      ...(at > 0 && { visible: false }),
    };
  });
}

const aboutTexts = texts.core.about;

/** Shows the versions of the program and its runtimes, with a button that copies them. */
export async function showAbout(window: BaseWindow | undefined, dataFolder: string): Promise<void> {
  const { electron, chrome, node } = process.versions;
  const title = `${texts.common.product} ${app.getVersion()}`;
  const detail = [
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    aboutTexts.system(process.platform, release(), arch()),
    aboutTexts.dataFolder(dataFolder),
  ].join('\n');
  const options = {
    type: 'info' as const,
    title: aboutTexts.title,
    message: title,
    detail: `${detail}\n\n${aboutTexts.licence}`,
    buttons: [texts.common.close, texts.common.copy],
    cancelId: 0,
    noLink: true,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  if (response === 1) await clipboard.writeText(`${title}\n${detail}\n`);
}

/** Adds a context menu to every page, the PSU's included: copy for a selection, editing for a field. */
export function offerContextMenus(app: App): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('context-menu', (_menu, { isEditable, editFlags, selectionText }) => {
      const { canUndo, canRedo, canCut, canCopy, canPaste, canSelectAll } = editFlags;
      const copy = { role: 'copy', enabled: canCopy } as const;
      const all = { role: 'selectAll', enabled: canSelectAll } as const;
      const template: MenuItemConstructorOptions[] = isEditable
        ? [
            { role: 'undo', enabled: canUndo },
            { role: 'redo', enabled: canRedo },
            separator,
            { role: 'cut', enabled: canCut },
            copy,
            { role: 'paste', enabled: canPaste },
            separator,
            all,
          ]
        : selectionText.trim() === ''
          ? []
          : [copy, all];
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });
}
