/** Steps in Electron's main process. */
import type { ElectronApplication } from '@playwright/test';
import type { Workbench } from './fixtures.ts';

export function appOf({ electron }: Workbench): ElectronApplication {
  if (electron === null) throw new Error('This test needs Electron.');
  return electron;
}

/** Chooses an item of the menu bar as a person does. */
export async function choose(app: ElectronApplication, menu: string, item: string): Promise<void> {
  const chosen = app.evaluate(
    ({ BrowserWindow, Menu }, names) => {
      const of = Menu.getApplicationMenu()?.items.find(({ label }) => label === names.menu);
      const one = of?.submenu?.items.find(({ label }) => label === names.item);
      one?.click(undefined, BrowserWindow.getAllWindows()[0]);
    },
    { menu, item },
  );
  await chosen.catch((error: unknown) => {
    // A collection of garbage at this moment may take the promise that the test runner waits for; the item has been chosen by then.
    if (!String(error).includes('promise was garbage collected')) throw error;
  });
}
