/**
 * Every file that the product keeps, with every damage: the workbench and the bank start, or refuse, with a sentence that names the
 * file and says what to do.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect } from 'vitest';
import { startBank } from '../../bank-sim/index.ts';
import type { Workbench } from '../../main/core/services.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const SNAPSHOT = 'snapshots/first.snapshot.json';
const SIDE = 'snapshots/first.workbench.json';
const ABOUT = 'snapshots/first.about.json';
const SAVED = 'collections/Mine.flow.yaml';

/** Everything that is in a data folder after some use. A file that is not in this list fails the first test. */
export const KEPT = [
  'workbench.db',
  'history.db',
  'vault.key',
  SAVED,
  SNAPSHOT,
  SIDE,
  ABOUT,
  'bank/bank.db',
  'bank/pki/ca.pem',
  'bank/pki/ca-key.pem',
  'bank/pki/tls.pem',
  'bank/pki/tls-key.pem',
  'bank/pki/signing.pem',
  'bank/pki/signing-key.pem',
] as const;
type Kept = (typeof KEPT)[number];

/** The files below a folder, by their paths from it. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

const DAMAGES = {
  'filled with garbage': (path: string) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 73 + 41) % 251))),
  'cut in the middle': (path: string) => truncateSync(path, Math.floor(lstatSync(path).size / 2)),
  emptied: (path: string) => truncateSync(path, 0),
  'replaced by a folder': (path: string) => {
    rmSync(path);
    mkdirSync(path);
  },
  'replaced by a link': (path: string) => {
    cpSync(path, `${path}-elsewhere`);
    rmSync(path);
    symlinkSync(`${path}-elsewhere`, path);
  },
  'replaced by a link to nowhere': (path: string) => {
    rmSync(path);
    symlinkSync('/nowhere/at/all', path);
  },
  'replaced by a pipe': (path: string) => {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  },
  'of a newer version': (path: string) => {
    const text = readFileSync(path, 'latin1');
    if (!path.endsWith('.db')) writeFileSync(path, text.replace(/"version": ?\d+/, '"version": 999'));
    else withDatabase(path, (db) => db.pragma('user_version = 999'));
  },
  'given a trigger that never ends': (path: string) =>
    withDatabase(path, (db) => {
      const table = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().get();
      db.exec(`CREATE TRIGGER planted BEFORE INSERT ON ${String(table)} BEGIN
        SELECT count(*) FROM (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n);
      END`);
    }),
  'given a pipe as its journal': (path: string) => execFileSync('mkfifo', [`${path}-journal`]),
  'replaced by that of another program': (path: string) => {
    rmSync(path);
    if (!path.endsWith('.db')) writeFileSync(path, path.endsWith('.json') ? '{"other":1}' : 'x'.repeat(32));
    else
      withDatabase(path, (db) =>
        db.exec('CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES (1)'),
      );
  },
} as const;
export type Damage = keyof typeof DAMAGES;

export function withDatabase(path: string, work: (db: Database.Database) => unknown): void {
  const db = new Database(path);
  work(db);
  db.close();
}

/** What must happen: it starts as usual, it starts and says so, or it refuses. */
type Outcome = { starts: 'as usual' | RegExp } | { refuses: RegExp };

function outcomeOf(file: Kept, damage: Damage): Outcome {
  const newer = damage === 'of a newer version';
  switch (file) {
    case 'workbench.db':
      return {
        refuses: newer
          ? /workbench\.db has version 999.*Update the program/
          : /workbench\.db cannot be used: .*your private keys.*backup/,
      };
    case 'history.db':
      return newer
        ? { refuses: /history\.db has version 999.*Update the program/ }
        : { starts: /The history could not be used: .*history\.db: .*It is kept as .*history\.db\.damaged-/ };
    case 'vault.key':
      return newer
        ? { starts: 'as usual' }
        : { refuses: /vault\.key (?:is damaged|cannot be read|does not open).*from a backup/ };
    case SAVED:
    case SNAPSHOT:
    case SIDE:
    case ABOUT:
      return { starts: 'as usual' };
    case 'bank/bank.db':
      return newer
        ? { refuses: /bank\.db has version 999.*Update the program/ }
        : { starts: /local bank could not be used: .*bank\.db: .*It is kept as .*bank\.db\.damaged-/ };
    default:
      return newer
        ? { starts: 'as usual' }
        : {
            starts: /bank's certificates in .*pki cannot be used: .*They are kept as .*pki\.damaged-.*new CA/,
          };
  }
}

/** What is at a path, to be compared later. */
function content(path: string): string {
  const stat = lstatSync(path);
  return stat.isFile() ? readFileSync(path, 'latin1') : `${stat.mode}`;
}

/** The certificates are read and checked in one place: every damage of two of them, and one of each other. */
const FULLY: readonly Kept[] = ['bank/pki/ca.pem', 'bank/pki/tls-key.pem'];
const isPki = (file: Kept) => file.startsWith('bank/pki');
const CASES = KEPT.flatMap((file) =>
  (Object.keys(DAMAGES) as Damage[])
    .filter((damage) => damage !== 'of a newer version' || /db$|json$/.test(file))
    .filter((damage) => !damage.startsWith('given') || file.endsWith('.db'))
    .filter((damage) => !isPki(file) || damage === 'emptied' || FULLY.includes(file))
    .map((damage) => ({ file, damage })),
);

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** What a start says, and what works after it. */
export async function started(folder: string) {
  const lines: string[] = [];
  let workbench: Workbench;
  try {
    workbench = await startCore(folder, { log: (line) => lines.push(line) });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { refusal: error.message };
  }
  try {
    const { status } = await callCore(workbench, 'requests.send', fresh('createConsent'));
    const { notices } = await callCore(workbench, 'app.status', {});
    const { folders } = await callCore(workbench, 'saved.list', {});
    const flows = folders.filter(({ role }) => role === 'flow');
    return { lines, notices, status, saved: flows.map(({ path, damage }) => [path, damage === null]) };
  } finally {
    await workbench.stop();
  }
}

/** Whether what was damaged is still somewhere in the folder. */
function isKept(folder: string, file: string, before: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (name) =>
      name.includes('.damaged-') &&
      (basename(name).startsWith(basename(file)) || !file.endsWith('.db')) &&
      content(join(folder, name)) === before,
  );
}

export interface Case {
  file: Kept;
  damage: Damage;
}

// Making certificates takes its time: the bank alone goes through all damages of them.
export const WORKBENCH_CASES: readonly Case[] = CASES.filter(
  ({ file, damage }) => !isPki(file) || (FULLY.includes(file) && damage === 'emptied'),
);
export const BANK_CASES: readonly Case[] = CASES.filter(({ file }) => file.startsWith('bank/')).filter(
  ({ damage }) => damage !== 'of a newer version',
);
/** Damages of a file that is no database. */
export const FILE_DAMAGES = (Object.keys(DAMAGES) as Damage[]).filter((one) => !one.startsWith('given'));

/** A sound data folder for the file, and what becomes of its damaged copies. */
export function damagedFolders() {
  const all = folderForFile('damaged');
  const sound = join(all, 'sound');
  beforeAll(async () => {
    const workbench = await startCore(sound);
    await callCore(workbench, 'requests.send', fresh('createConsent'));
    await callCore(workbench, 'saved.save', {
      folder: '',
      step: requestStep('Mine', fresh('readUser')),
      over: null,
      seen: null,
    });
    await callCore(workbench, 'bank.takeSnapshot', { name: 'first' });
    await workbench.stop();
  });

  /** A copy of the sound folder with one damage. */
  function damaged(file: Kept, damage: Damage): { folder: string; path: string } {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    const path = join(folder, file);
    DAMAGES[damage](path);
    return { folder, path };
  }

  async function expectWorkbench({ file, damage }: Case): Promise<void> {
    const { folder, path } = damaged(file, damage);
    const outcome = outcomeOf(file, damage);
    const before = content(path);
    const saved = [['Mine.flow.yaml', file !== SAVED]];
    const says = 'refuses' in outcome || outcome.starts === 'as usual' ? [] : [matching(outcome.starts)];
    // Keys and saved work are there, and a signed request is answered.
    expect(await started(folder)).toEqual(
      'refuses' in outcome
        ? { refusal: matching(outcome.refuses) }
        : { lines: says, notices: says, status: 201, saved },
    );
    // What it refuses stays where it is; what it replaces is kept.
    const isThere =
      'refuses' in outcome ? content(path) === before : says.length === 0 || isKept(folder, file, before);
    expect(isThere).toBe(true);
  }

  async function expectBankAlone({ file, damage }: Case): Promise<void> {
    const { folder, path } = damaged(file, damage);
    const before = content(path);
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const refusal = await startBank({ data: join(folder, 'bank'), port: 0, psuPort: 0, controlPort: 0, log })
      .then(async (bank) => {
        await bank.stop();
        return null;
      })
      .catch(String);
    expect({
      refusal,
      lines,
      isThere: content(path) === before,
      isKept: isKept(folder, file, before),
    }).toEqual(
      isPki(file)
        ? {
            refusal: null,
            lines: [matching(/certificates in .*pki cannot be used: .*kept as .*new CA/)],
            isThere: false,
            isKept: true,
          }
        : {
            refusal: matching(/bank\.db cannot be used: .*simulated bank.*left as it is.*--data/),
            lines: [],
            isThere: true,
            isKept: false,
          },
    );
  }

  return { all, sound, damaged, expectWorkbench, expectBankAlone };
}

/** A data folder whose bank is aside while a demonstration plays. */
export function folderWithBankAside({ all, sound }: { all: string; sound: string }) {
  const playing = join(all, 'playing');
  beforeAll(async () => {
    const ending = join(all, 'ending');
    cpSync(sound, ending, { recursive: true });
    const workbench = await startCore(ending);
    await callCore(workbench, 'demonstrations.start', { id: 'consent' });
    // As a crash leaves it.
    cpSync(ending, playing, { recursive: true });
    await workbench.stop();
  });

  return async function expectBankBack(damage: Damage): Promise<void> {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(playing, folder, { recursive: true });
    const path = join(folder, 'bank-backup.json');
    DAMAGES[damage](path);
    const before = content(path);
    const workbench = await startCore(folder);
    try {
      const { notices } = await callCore(workbench, 'app.status', {});
      expect(notices).toEqual([
        matching(
          /your bank could not be restored: .*(?:damaged|cannot be read).*kept as .*bank-backup\.json\.damaged-/,
        ),
      ]);
      expect(isKept(folder, 'bank-backup.json', before)).toBe(true);
      // The present bank is the person's now. The next demonstration puts this one aside, and brings it back.
      await callCore(workbench, 'bank.clock', { advance: 'P30D' });
      const { bankNow } = await callCore(workbench, 'demonstrations.state', {});
      await callCore(workbench, 'demonstrations.start', { id: 'consent' });
      const after = await callCore(workbench, 'demonstrations.leave', {});
      expect(after.aside).toBe(false);
      expect(after.bankNow).toBeGreaterThanOrEqual(bankNow);
    } finally {
      await workbench.stop();
    }
  };
}
