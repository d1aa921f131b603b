/** Applies the theme of the settings to menus, dialogs and windows before their first page. */
import { nativeTheme } from 'electron';
import { EVENTS } from '../../shared/contract/methods.ts';
import type { Settings } from '../../shared/contract/status.ts';
import type { Workbench } from '../core/services.ts';

// High contrast is a dark theme.
const SOURCE = { system: 'system', light: 'light', dark: 'dark', contrast: 'dark' } as const satisfies Record<
  Settings['theme'],
  typeof nativeTheme.themeSource
>;

export function showTheme(theme: Settings['theme']): void {
  nativeTheme.themeSource = SOURCE[theme];
}

export function followTheme({ onEvent }: Pick<Workbench, 'onEvent'>): void {
  onEvent((name, payload) => {
    if (name === 'settings.changed') showTheme(EVENTS['settings.changed'].parse(payload).theme);
  });
}

/** Background of a window before its page loads. */
export function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#0d1218' : '#eceff3';
}
