/** The settings, and the theme of the window. */
import { create } from 'zustand';
import type { Settings } from '../../shared/contract/status.ts';
import type { Input } from '../../shared/contract/methods.ts';
import { downloadFile, host, messageOf } from '../host.ts';
import { attemptIn } from './attempt.ts';
import { openTab } from './own-window.ts';

interface SettingsStore {
  settings: Settings | null;
  problem: string | null;
  /** Set by Help › Licences until they are shown. */
  showsLicences: boolean;
  load: () => Promise<void>;
  /** Applies settings that are stored already, for example by another window. */
  keep: (settings: Settings) => void;
  change: (change: Partial<Settings>) => Promise<void>;
  /** Opens a folder, file or page outside the window. */
  show: (what: Input<'app.show'>['what']) => void;
  /** Downloads all of the user's work as one file, without keys and secret values. */
  exportEverything: () => Promise<void>;
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const contrast = window.matchMedia('(prefers-contrast: more)');

function applyTheme(theme: Settings['theme']): void {
  const system = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = theme === 'system' ? system : theme;
}

export const useSettings = create<SettingsStore>((set, get) => {
  const keep = (settings: Settings) => {
    set({ settings });
    applyTheme(settings.theme);
  };
  const attempt = attemptIn(set);
  const follow = () => applyTheme(get().settings?.theme ?? 'system');
  dark.addEventListener('change', follow);
  contrast.addEventListener('change', follow);
  return {
    settings: null,
    keep,
    problem: null,
    showsLicences: false,
    load: () => attempt(async () => keep(await host.call('settings.read', {}))),
    show: (what) => void attempt(async () => openTab((await host.call('app.show', { what })).tab)),
    exportEverything: async () => {
      try {
        const { download, left } = await host.call('app.export', {});
        downloadFile(download);
        set({ problem: left.length === 0 ? null : left.join(' ') });
      } catch (error) {
        set({ problem: messageOf(error) });
      }
    },
    change: async (change) => {
      const before = get().settings;
      // Shown at once, and reverted if it cannot be saved.
      if (before) keep({ ...before, ...change });
      try {
        keep(await host.call('settings.change', change));
        set({ problem: null });
      } catch (error) {
        if (before) keep(before);
        set({ problem: messageOf(error) });
      }
    },
  };
});

host.on('settings.changed', (settings) => useSettings.getState().keep(settings));
