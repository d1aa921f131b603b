/** The bank's database and its stores. */
import { type Database, openDatabase } from '../../shared/node/sqlite.ts';
import { accessStore } from './access.ts';
import { batchStore } from './batch-progress.ts';
import { customerStore } from './customers.ts';
import { ledger } from './ledger.ts';
import { MIGRATIONS } from './migrations.ts';
import { paymentStore } from './payments.ts';
import { registerStore } from './register.ts';
import { transactionStore, cardTransactionStore } from './transactions.ts';
import { unattendedStore } from './unattended.ts';
import { z } from 'zod';
import type { ClockState } from '../clock.ts';

export const BANK_FILE = 'bank.db';

/**
 * @param folder null for a bank in memory
 * @param beside a file that exists only if the database has content
 * @throws StartError if the data is in use or newer than this program
 */
export function openBankDatabase(folder: string | null, beside = 'pki'): Database {
  return openDatabase({
    folder,
    file: BANK_FILE,
    migrations: MIGRATIONS,
    synchronous: 'FULL',
    holds: 'the accounts and payments of the simulated bank',
    before: [beside],
    mayMiss: true,
  });
}

/** A database in memory with the content of another. @param content from `serialize` */
export function copiedBankDatabase(content: Buffer): Database {
  return openDatabase({
    folder: null,
    file: BANK_FILE,
    migrations: MIGRATIONS,
    synchronous: 'FULL',
    content,
  });
}

/** For a running bank whose data is gone. @param folder with the data */
export function lostText(folder: string): string {
  return `The data of the bank in ${folder} was deleted or replaced while the bank was running. Nothing is saved any more, so it answers no more. Put the data back if you need it, then start the bank again.`;
}

export function bankStore(db: Database) {
  return {
    meta: metaStore(db),
    access: accessStore(db),
    register: registerStore(db),
    customers: customerStore(db),
    payments: paymentStore(db),
    batches: batchStore(db),
    ledger: ledger(db),
    transactions: transactionStore(db),
    unattended: unattendedStore(db),
    cardTransactions: cardTransactionStore(db),
  };
}

const clockState = z.object({ mode: z.enum(['real', 'frozen']), base: z.number(), at: z.number() });

function clockIn(text: string): ClockState | null {
  try {
    return clockState.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export function metaStore(db: Database) {
  const read = db.prepare<[string], { value: string }>('SELECT value FROM meta WHERE key = ?');
  const write = db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const value = (key: string) => read.get(key)?.value ?? null;
  return {
    clock: (): ClockState | null => {
      const text = value('clock');
      return text === null ? null : clockIn(text);
    },
    setClock: (state: ClockState) => write.run('clock', JSON.stringify(state)),
    /** The salt of psu-ids: created once and kept through every reset, so that psu-ids stay stable (SCA-3). */
    salt: (make: () => string): string => {
      const known = value('salt');
      if (known !== null) return known;
      const made = make();
      write.run('salt', made);
      return made;
    },
  };
}
