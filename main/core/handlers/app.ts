/** The workbench as a whole: its status, its settings, and the export of everything as one file. */
import type { Settings } from '../../../shared/contract/status.ts';
import { type ExportParts, exportEverything } from '../app/export-all.ts';
import { type StatusParts, statusOf } from '../app/status.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

export type AppParts = StatusParts &
  ExportParts & {
    settings: { read: () => Settings; write: (settings: Settings) => void };
    transfers: Pick<Transfers, 'offer'>;
  };

export function appHandlers(parts: AppParts): Of<'app' | 'settings'> {
  const { settings, transfers } = parts;
  return {
    'app.export': () => {
      const pieces = exportEverything(parts);
      const day = new Date().toISOString().slice(0, 10);
      return { download: transfers.offer({ name: `tpp-workbench-${day}.json`, pieces }) };
    },
    'app.status': () => statusOf(parts),
    'settings.read': settings.read,
    'settings.change': (change) => {
      const next = { ...settings.read(), ...change };
      settings.write(next);
      return next;
    },
  };
}
