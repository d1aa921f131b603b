/** The menu bar, dialogs and the window before its first page follow the theme of the settings. */
import { nativeTheme } from 'electron';
import { EVENTS } from '../../shared/contract/methods.ts';
import type { Settings } from '../../shared/contract/status.ts';
import type { Workbench } from '../core/services.ts';

/** High contrast is a dark theme. */
const SOURCE = { system: 'system', light: 'light', dark: 'dark', contrast: 'dark' } as const satisfies Record<
  Settings['theme'],
  typeof nativeTheme.themeSource
>;

export function showTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = SOURCE[theme];
}

/** Follows the settings from now on. */
export function followTheme({ onEvent }: Pick<Workbench, 'onEvent'>): void {
  onEvent((name, payload) => {
    if (name === 'settings.changed') showTheme(EVENTS['settings.changed'].parse(payload).theme);
  });
}

/** What a window shows before its page: the ground of the theme. */
export function groundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#0d1218' : '#eceff3';
}
