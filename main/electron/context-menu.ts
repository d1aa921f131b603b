/** The menu of the right mouse button: copy what is selected, edit what is a field. The same in the PSU's page. */
import { type App, Menu, type MenuItemConstructorOptions } from 'electron';

/** @param app before it is ready */
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
            { type: 'separator' },
            { role: 'cut', enabled: canCut },
            copy,
            { role: 'paste', enabled: canPaste },
            { type: 'separator' },
            all,
          ]
        : selectionText.trim() === ''
          ? []
          : [copy, all];
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });
}
