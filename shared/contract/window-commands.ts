/** Commands of the window with their keys, for the page, the desktop's menu and keys pressed in the PSU's page. */
import { z } from 'zod';
import type { PlaceId } from '../texts/texts.ts';

/** `Mod` is Ctrl, on macOS Cmd. Browsers reserve most of these keys. */
export const WINDOW_KEYS = {
  'new-tab': { keys: ['Mod+T', 'Mod+N'], inBrowser: false },
  'new-window': { keys: ['Mod+Shift+N'], inBrowser: false },
  'close-tab': { keys: ['Mod+W'], inBrowser: false },
  'reopen-tab': { keys: ['Mod+Shift+T'], inBrowser: false },
  'next-tab': { keys: ['Ctrl+Tab'], inBrowser: false },
  'previous-tab': { keys: ['Ctrl+Shift+Tab'], inBrowser: false },
  save: { keys: ['Mod+S'], inBrowser: true },
  find: { keys: ['Mod+F'], inBrowser: false },
  palette: { keys: ['Mod+K', 'Mod+P'], inBrowser: true },
  'next-pane': { keys: ['F6'], inBrowser: true },
  'previous-pane': { keys: ['Shift+F6'], inBrowser: true },
  settings: { keys: ['Mod+,'], inBrowser: false },
} as const satisfies Record<string, { keys: readonly string[]; inBrowser: boolean }>;

/** Commands of the menu only, in addition to the views. */
const WITHOUT_KEYS = ['import-collection', 'export-everything', 'licences'] as const;

type KeyCommand = keyof typeof WINDOW_KEYS;
export type WindowCommand = KeyCommand | (typeof WITHOUT_KEYS)[number] | `go-${PlaceId}`;

export const windowCommandSchema = z.object({ command: z.string() });

/** A key as the page and Electron report it. */
interface PressedKey {
  /** As `KeyboardEvent.key`. */
  key: string;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
  alt: boolean;
}

/**
 * The command of a key, or null.
 * @param host a browser passes on fewer keys, and not the second key of a command
 * @param platform as Node.js or the browser names it
 */
export function commandOfKey(
  pressed: PressedKey,
  host: 'browser' | 'electron',
  platform: string,
): KeyCommand | null {
  const isMac = /^(darwin|mac)/i.test(platform);
  const names = Object.keys(WINDOW_KEYS) as KeyCommand[];
  const isMeant = (name: KeyCommand) => {
    const { keys, inBrowser } = WINDOW_KEYS[name];
    if (host === 'browser') return inBrowser && fits(keys[0], pressed, isMac);
    return keys.some((key) => fits(key, pressed, isMac));
  };
  return names.find(isMeant) ?? null;
}

function fits(key: string, pressed: PressedKey, isMac: boolean): boolean {
  const parts = key.split('+');
  const last = parts.at(-1) ?? '';
  const wantsMeta = isMac && parts.includes('Mod');
  return (
    pressed.key.toLowerCase() === last.toLowerCase() &&
    pressed.meta === wantsMeta &&
    pressed.ctrl === ((!isMac && parts.includes('Mod')) || parts.includes('Ctrl')) &&
    pressed.shift === parts.includes('Shift') &&
    !pressed.alt
  );
}

/** A key of {@link WINDOW_KEYS} as Electron's menu writes it. */
export function acceleratorOf(key: string): string {
  return key.replace('Mod', 'CommandOrControl');
}
