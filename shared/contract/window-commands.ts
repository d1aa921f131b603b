/** Commands of the window with their keys, for the page, the desktop's menu and keys pressed in the PSU's page. */
import { z } from 'zod';
import { type PlaceId, texts } from '../texts/texts.ts';

interface Keyed {
  /** What the list of shortcuts, the menu and the palette call it. */
  label: string;
  keys: readonly [string, ...string[]];
  inBrowser: boolean;
}

const t = texts.core.menu;

/** A question mark, which needs Shift on most keyboards. */
const CHARACTER = 'Shift+?';

/** `Mod` is Ctrl, on macOS Cmd. Browsers reserve most of these keys. */
export const WINDOW_KEYS = {
  'go-start': { label: texts.start.name, keys: ['Mod+1'], inBrowser: true },
  'go-requests': { label: texts.requests.name, keys: ['Mod+2'], inBrowser: true },
  'go-flow': { label: texts.flow.name, keys: ['Mod+3'], inBrowser: true },
  'go-class': { label: texts.class.name, keys: ['Mod+Shift+L'], inBrowser: false },
  'go-runs': { label: texts.runs.name, keys: ['Mod+4'], inBrowser: true },
  'go-bank': { label: texts.bank.name, keys: ['Mod+5'], inBrowser: true },
  'go-certificates': { label: texts.certificates.name, keys: ['Mod+6'], inBrowser: true },
  'go-environments': { label: texts.environments.name, keys: ['Mod+7'], inBrowser: true },
  'go-history': { label: texts.history.name, keys: ['Mod+8'], inBrowser: true },
  'go-settings': { label: texts.settings.name, keys: ['Mod+9', 'Mod+,'], inBrowser: true },
  send: { label: texts.requests.composer.send, keys: ['Mod+Enter'], inBrowser: true },
  'new-tab': { label: t.newTab, keys: ['Mod+T', 'Mod+N'], inBrowser: false },
  'new-window': { label: texts.common.newWindow, keys: ['Mod+Shift+N'], inBrowser: false },
  'close-tab': { label: t.closeTab, keys: ['Mod+W'], inBrowser: false },
  'reopen-tab': { label: t.reopenTab, keys: ['Mod+Shift+T'], inBrowser: false },
  'next-tab': { label: t.nextTab, keys: ['Ctrl+Tab'], inBrowser: false },
  'previous-tab': { label: t.previousTab, keys: ['Ctrl+Shift+Tab'], inBrowser: false },
  save: { label: t.save, keys: ['Mod+S'], inBrowser: true },
  find: { label: t.find, keys: ['Mod+F'], inBrowser: false },
  palette: { label: texts.palette.palette.open, keys: ['Mod+K', 'Mod+P'], inBrowser: true },
  'next-pane': { label: t.nextPane, keys: ['F6'], inBrowser: true },
  'previous-pane': { label: t.previousPane, keys: ['Shift+F6'], inBrowser: true },
  documentation: { label: texts.help.documentation, keys: ['F1'], inBrowser: true },
  shortcuts: { label: texts.help.shortcuts, keys: [CHARACTER], inBrowser: true },
} as const satisfies Partial<Record<`go-${PlaceId}`, Keyed>> & Record<string, Keyed>;

/** Commands of the menu only. */
const WITHOUT_KEYS = ['import-collection', 'export-everything', 'licences'] as const;

export type KeyCommand = keyof typeof WINDOW_KEYS;
export type WindowCommand = KeyCommand | (typeof WITHOUT_KEYS)[number];

export const KEY_COMMANDS = Object.keys(WINDOW_KEYS) as KeyCommand[];

export const windowCommandSchema = z.object({ command: z.string() });

/** A key as the page and Electron report it. */
interface PressedKey {
  /** As `KeyboardEvent.key`. */
  key: string;
  ctrl: boolean;
  meta: boolean;
  shift: boolean;
  alt: boolean;
  /** Whether a field may have the focus, where a character is text. */
  typing: boolean;
}

/**
 * The command of a key, or null.
 * @param host a browser passes on fewer keys, and not the second key of a command
 * @param platform as Node.js or the browser names it
 */
export function commandOfKey(pressed: PressedKey, host: HostKind, platform: string): KeyCommand | null {
  const isMeant = (name: KeyCommand) =>
    keysIn(name, host).some((key) => fits(key, pressed, isMacIn(platform)));
  return KEY_COMMANDS.find(isMeant) ?? null;
}

/** The first key of a command as people read it; undefined where the host does not pass it on. */
export function keyText(name: KeyCommand, host: HostKind, platform: string): string | undefined {
  const [first] = keysIn(name, host);
  return first
    ?.replace('Mod', isMacIn(platform) ? 'Cmd' : 'Ctrl')
    .replace(CHARACTER, '?')
    .replaceAll('+', ' ');
}

type HostKind = 'browser' | 'electron';

function keysIn(name: KeyCommand, host: HostKind): readonly string[] {
  const { keys, inBrowser } = WINDOW_KEYS[name];
  return host === 'electron' ? keys : inBrowser ? keys.slice(0, 1) : [];
}

const isMacIn = (platform: string) => /^(darwin|mac)/i.test(platform);

function fits(key: string, pressed: PressedKey, isMac: boolean): boolean {
  const parts = key.split('+');
  const last = parts.at(-1) ?? '';
  const wantsMeta = isMac && parts.includes('Mod');
  const isText = last.length === 1 && !parts.includes('Mod');
  return (
    !(isText && pressed.typing) &&
    pressed.key.toLowerCase() === last.toLowerCase() &&
    pressed.meta === wantsMeta &&
    pressed.ctrl === ((!isMac && parts.includes('Mod')) || parts.includes('Ctrl')) &&
    pressed.shift === parts.includes('Shift') &&
    !pressed.alt
  );
}

/** A key of {@link WINDOW_KEYS} as Electron's menu writes it; undefined for a character, which the menu would take from fields. */
export function acceleratorOf(key: string): string | undefined {
  return key === CHARACTER ? undefined : key.replace('Mod', 'CommandOrControl');
}
