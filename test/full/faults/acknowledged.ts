/** What a workbench has acknowledged so far, and the check that it is still there. */
import { expect } from 'vitest';
import { fresh } from '../../../shared/requests/compose.ts';
import { composedOfStep, requestStep } from '../../../shared/collections/request-step.ts';
import type { HostProcess } from '../../support/host-process.ts';

/** The body of a request that is not saved yet. */
const NOT_THERE = 'not there';

export const PASSPHRASE = 'riktig hest batteri 1';

export interface Acknowledged {
  /** The bodies that a saved request may have, by its path. */
  saved: Map<string, string[]>;
  /** Ids of exchanges. */
  sent: Set<string>;
  /** Ids of imported certificates. */
  imported: Set<string>;
  /** One of these is the passphrase: the last that was acknowledged, or the next, if the answer did not arrive. */
  passphrases: string[];
  /** One of these is the body of the draft, for the same reason. */
  drafts: string[];
}

export function nothingYet(): Acknowledged {
  return { saved: new Map(), sent: new Set(), imported: new Set(), passphrases: [], drafts: [] };
}

/** Unlocks the vault. @returns the passphrase that was right */
export async function unlock(host: HostProcess, { passphrases }: Acknowledged): Promise<string> {
  for (const passphrase of passphrases) {
    const opened = await host.call('vault.unlock', { passphrase }).then(
      () => true,
      () => false,
    );
    if (opened) return passphrase;
  }
  throw new Error(`None of the acknowledged passphrases opens the vault: ${passphrases.join(', ')}.`);
}

/** @throws AssertionError for what is missing */
export async function expectAcknowledged(host: HostProcess, known: Acknowledged): Promise<void> {
  const status = await host.call('app.status', {});
  expect(status.notices).toEqual([]);
  known.passphrases = [await unlock(host, known)];
  const { entries, folders } = await host.call('saved.list', {});
  expect(folders.filter(({ damage }) => damage !== null)).toEqual([]);
  const bodies = new Map(
    entries.map(({ path, step }) => [path, step.request && composedOfStep(step.request).body]),
  );
  for (const [path, possible] of known.saved) {
    const body = bodies.get(path) ?? NOT_THERE;
    expect(possible, path).toContain(body);
    known.saved.set(path, [body]);
  }
  const { exchanges } = await host.call('history.list', { search: '' });
  expect(exchanges.map(({ id }) => id)).toEqual(expect.arrayContaining([...known.sent].slice(-400)));
  for (const id of [...known.sent].slice(-3))
    expect((await host.call('history.read', { id })).status).toBe(201);
  const { certificates } = await host.call('certificates.list', {});
  expect(certificates.map(({ id }) => id)).toEqual(expect.arrayContaining([...known.imported]));
  const { tabs } = await host.call('drafts.read', { window: 'w' });
  if (known.drafts.length > 0) {
    const body = tabs[0]?.request.body ?? '';
    expect(known.drafts).toContain(body);
    known.drafts = [body];
  }
  // A key that cannot be opened would fail here.
  known.sent.add((await host.call('requests.send', fresh('createConsent'))).id);
}

/** What a person does again and again until the program is gone. Only what was answered is noted. */
export const ACTIONS: Record<string, (host: HostProcess, known: Acknowledged, at: number) => Promise<void>> =
  {
    send: async (host, known) => {
      const { id, status } = await host.call('requests.send', fresh('createConsent'));
      expect(status).toBe(201);
      known.sent.add(id);
    },
    save: async (host, known, at) => {
      const name = `Lagret ${at % 5}`;
      const body = `${at} `.repeat(at % 5000);
      // All in one flow, which is written again and again.
      const path = `Lagret.flow.yaml/${name}`;
      const [before = NOT_THERE] = known.saved.get(path) ?? [];
      known.saved.set(path, [before, body]);
      const step = requestStep(name, { ...fresh('createPayment'), body });
      const over = before === NOT_THERE ? null : path;
      await host.call('saved.save', { folder: 'Lagret.flow.yaml', step, over, seen: null });
      known.saved.set(path, [body]);
    },
    drafts: async (host, known, at) => {
      const body = `utkast ${at}`;
      // Until the first one is acknowledged, there may be none.
      known.drafts = [known.drafts.at(-1) ?? '', body];
      const tab = {
        id: 't',
        path: null,
        seen: null,
        answerId: null,
        request: { ...fresh('createPayment'), body },
        tests: {},
      };
      await host.call('drafts.save', { window: 'w', tabs: [tab], active: 't' });
      known.drafts = [body];
    },
    passphrase: async (host, known, at) => {
      const [current = ''] = known.passphrases.slice(-1);
      const passphrase = `${PASSPHRASE} ${at}`;
      known.passphrases = [current, passphrase];
      await host.call('vault.protect', { passphrase, current });
      known.passphrases = [passphrase];
    },
    export: async (host) => {
      await host.call('app.export', {});
    },
    batch: async (host) => {
      await host.call('bank.batch', {});
    },
    snapshot: async (host, _, at) => {
      await host.call('bank.takeSnapshot', { name: `øyeblikk ${at}` });
    },
  };
