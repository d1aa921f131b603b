/** The menu bar, dialogs and the window before its first page follow the theme of the settings. */
import { nativeTheme } from 'electron';
import { EVENTS } from '../../shared/contract/methods.ts';
import { settingsSchema, type Settings } from '../../shared/contract/status.ts';
import type { Workbench } from '../core/workbench.ts';

/** High contrast is a dark theme. */
const SOURCE = { system: 'system', light: 'light', dark: 'dark', contrast: 'dark' } as const satisfies Record<
  Settings['theme'],
  typeof nativeTheme.themeSource
>;

/** Follows the settings from now on. */
export async function followTheme(workbench: Pick<Workbench, 'dispatch' | 'onEvent'>): Promise<void> {
  const show = ({ theme }: Settings) => {
    nativeTheme.themeSource = SOURCE[theme];
  };
  const now = await workbench.dispatch('settings.read', {});
  if (now.ok) show(settingsSchema.parse(now.value));
  workbench.onEvent((name, payload) => {
    if (name === 'settings.changed') show(EVENTS['settings.changed'].parse(payload));
  });
}

/** What a window shows before its page: the ground of the theme. */
export function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#0d1218' : '#eceff3';
}
