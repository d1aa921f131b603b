/** Small values by key that survive a restart. {@link META} lists all. */
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { FARTHEST } from '../../../shared/flow/event.ts';
import { z } from 'zod';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Database } from '../../../shared/node/sqlite.ts';
import { type KeptDrafts, keptDraftsSchema } from '../../../shared/collections/drafts.ts';
import { paceSchema } from '../../../shared/contract/demonstrations.ts';
import { type Settings, settingsSchema } from '../../../shared/contract/status.ts';
import { recentIdSchema } from '../../../shared/contract/recent-ids.ts';

const t = texts.core.start;

export interface Entry<T> {
  key: string;
  /** @param text null if nothing is stored @throws ZodError or SyntaxError for a damaged text */
  read: (text: string | null) => T;
  write: (value: T) => string;
  /** Replaces a damaged value; left out if it must not be replaced. */
  otherwise?: T;
}

function json<T>(key: string, schema: z.ZodType<T>, first: T): Entry<T> {
  return {
    key,
    read: (text) => (text === null ? first : schema.parse(JSON.parse(text), upToFirstFault)),
    write: (value) => JSON.stringify(value),
  };
}

/** A value that is replaced by its default if damaged: not the user's work. */
function setting<T>(key: string, schema: z.ZodType<T>, first: T): Entry<T> {
  return { ...json(key, schema, first), otherwise: first };
}

/** The class, whose links stay valid across restarts. */
const keptClassSchema = z.object({
  network: z.string().nullable(),
  port: z.int(),
  banks: z.array(z.object({ id: z.string(), name: z.string(), token: z.string() })),
});
export type KeptClass = z.infer<typeof keptClassSchema>;

const port = z.number().int().min(0).max(65_535);

/** A plain text; null before it is set. */
function text(key: string): Entry<string | null> {
  return { key, read: (stored) => stored, write: (value) => value ?? '' };
}

const FIRST_SETTINGS: Settings = { theme: 'system', started: false, lockAfterMinutes: 15, outgoingProxy: '' };

export const META = {
  /** Port of the redirect receiver, so that TPP-Redirect-URI stays the same; 0 for any. */
  receiverPort: setting('receiver-port', port, 0),
  /** For the end of TPP-Redirect-URI. */
  receiverSecret: text('receiver-secret'),
  /** The signing proxy's, so that other programs stay configured. */
  proxyPort: setting('proxy-port', port, 0),
  proxyToken: text('proxy-token'),
  settings: setting<Settings>('settings', settingsSchema, FIRST_SETTINGS),
  /** What keeps the vault's data key: `file`, `safe-storage` or `passphrase`. */
  vaultProtection: text('vault-protection'),
  /** The data key encrypted with the passphrase (passphrase.ts). */
  vaultWrappedKey: text('vault-wrapped-key'),
  drafts: json<KeptDrafts>('drafts', keptDraftsSchema, { tabs: [], active: '', windows: {} }),
  /** Chosen by the user for the local bank's API. */
  bankPort: setting<number | null>('bank-port', port, null),
  bankQuirks: setting('bank-quirks', z.record(z.string(), z.union([z.string(), z.boolean()])), {}),
  bankTrust: setting('bank-trust', z.array(z.string()), []),
  /** Ids in responses, the latest first, by environment. */
  recentIds: setting('recent-ids', z.record(z.string(), z.array(recentIdSchema)), {}),
  /** Position in the event log where the diagram begins. */
  flowSince: setting('flow-since', z.int().nonnegative().max(FARTHEST), 0),
  /** Seconds between steps when a demonstration plays automatically. */
  demonstrationPace: setting('demonstration-pace', paceSchema, 20),
  environment: text('environment'),
  /** The class of the trainer. */
  class: setting('class', keptClassSchema.nullable(), null),
} as const;

export class Meta {
  private readonly textOf: (key: string) => string | null;
  private readonly store: (key: string, text: string) => void;
  private readonly notice: (sentence: string) => void;

  /** @param notice receives a sentence about a damaged value that was replaced */
  constructor(db: Database, notice: (sentence: string) => void = () => undefined) {
    this.notice = notice;
    // Prepared once: settings and environment are read for every request.
    const select = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
    const insert = db.prepare<[string, string]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
    this.textOf = (key) => select.get(key)?.value ?? null;
    this.store = (key, text) => insert.run(key, text);
  }

  /** @throws HostError for a damaged value that must not be replaced */
  read<T>(entry: Entry<T>): T {
    const { key, otherwise } = entry;
    const text = this.textOf(key);
    try {
      return entry.read(text);
    } catch {
      if (otherwise === undefined || text === null) throw new HostError('refused', t.valueDamaged(key));
      // Saved under another key, so that nothing is lost.
      const aside = `${key}.damaged-${new Date().toISOString()}`;
      this.store(aside, text);
      this.write(entry, otherwise);
      this.notice(t.valueAside(key, aside));
      return otherwise;
    }
  }

  write<T>({ key, write }: Entry<T>, value: T): void {
    this.store(key, write(value));
  }

  access<T>(entry: Entry<T>): { read: () => T; write: (value: T) => void } {
    return { read: () => this.read(entry), write: (value) => this.write(entry, value) };
  }
}
