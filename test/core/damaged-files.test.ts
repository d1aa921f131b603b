/**
 * Every file that the product keeps, with every damage: the workbench and the bank start, or refuse, with a sentence that names the
 * file and says what to do. Nothing is deleted, and keys and saved work stay reachable when something else is damaged.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { startBank } from '../../bank-sim/index.ts';
import type { Workbench } from '../../main/core/workbench.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { fresh } from '../../shared/request/compose.ts';
import { requestStep } from '../../shared/collection/request-step.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const all = folderForFile('damaged');
const sound = join(all, 'sound');

const SNAPSHOT = 'snapshots/first.snapshot.json';
const SIDE = 'snapshots/first.workbench.json';
const ABOUT = 'snapshots/first.about.json';
const SAVED = 'collections/Mine.step.json';

/** Everything that is in a data folder after some use. A file that is not in this list fails the first test. */
const KEPT = [
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

/** The files below a folder, by their paths from it. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

it('a data folder has the files of this list and no others, and only its owner may read them', () => {
  expect(filesBelow(sound)).toEqual([...KEPT].toSorted());
  for (const file of readdirSync(sound, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(join(sound, file));
    expect((stat.mode & 0o777).toString(8), file).toBe(stat.isDirectory() ? '700' : '600');
  }
});

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
  'given a constraint that never ends': (path: string) =>
    withDatabase(path, (db) => {
      db.unsafeMode(true);
      db.pragma('writable_schema = ON');
      const slow = "instr(hex(zeroblob(20000000)), hex(zeroblob(10000000)) || '1') = 0";
      db.exec(
        `UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', ' NOT NULL CHECK (${slow.replaceAll("'", "''")})') WHERE type = 'table'`,
      );
    }),
  'given an index that computes': (path: string) =>
    withDatabase(path, (db) => {
      const [table, column] = db
        .prepare<[], string[]>(
          "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'",
        )
        .raw()
        .get() ?? ['', ''];
      db.exec(`CREATE INDEX planted ON ${table} (length(${column}))`);
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
type Damage = keyof typeof DAMAGES;

function withDatabase(path: string, work: (db: Database.Database) => unknown): void {
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

/** A copy of the sound folder with one damage. */
function damaged(file: Kept, damage: Damage): { folder: string; path: string } {
  const folder = mkdtempSync(join(all, 'one-'));
  cpSync(sound, folder, { recursive: true });
  const path = join(folder, file);
  DAMAGES[damage](path);
  return { folder, path };
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

describe('the workbench', () => {
  // Making certificates takes its time: the bank alone goes through all damages of them.
  const cases = CASES.filter(
    ({ file, damage }) => !isPki(file) || (FULLY.includes(file) && damage === 'emptied'),
  );
  it.each(cases)('$file, $damage', async ({ file, damage }) => {
    const { folder, path } = damaged(file, damage);
    const outcome = outcomeOf(file, damage);
    const before = content(path);
    const saved = damage === 'replaced by a folder' && file === SAVED ? [] : [['Mine', file !== SAVED]];
    const says = 'refuses' in outcome || outcome.starts === 'as usual' ? [] : [matching(outcome.starts)];
    // Keys and saved work are there, and a signed request is answered.
    expect(await started(folder)).toEqual(
      'refuses' in outcome
        ? { refusal: matching(outcome.refuses) }
        : { lines: says, notices: isPki(file) ? [] : says, status: 201, saved },
    );
    // What it refuses stays where it is; what it replaces is kept.
    const isThere =
      'refuses' in outcome ? content(path) === before : says.length === 0 || isKept(folder, file, before);
    expect(isThere).toBe(true);
  });
});

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** What a start says, and what works after it. */
async function started(folder: string) {
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
    const { entries } = await callCore(workbench, 'saved.list', {});
    return { lines, notices, status, saved: entries.map((entry) => [entry.path, entry.damage === null]) };
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

describe('the bank alone', () => {
  const own = CASES.filter(({ file }) => file.startsWith('bank/')).filter(
    ({ damage }) => damage !== 'of a newer version',
  );
  it.each(own)('$file, $damage', async ({ file, damage }) => {
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
  });
});

describe('the bank that is aside while a demonstration plays', () => {
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

  const damages = (Object.keys(DAMAGES) as Damage[]).filter((one) => !one.startsWith('given'));
  it.each(damages)('bank-aside.json, %s', async (damage) => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(playing, folder, { recursive: true });
    const path = join(folder, 'bank-aside.json');
    DAMAGES[damage](path);
    const before = content(path);
    const workbench = await startCore(folder);
    try {
      const { notices } = await callCore(workbench, 'app.status', {});
      expect(notices).toEqual([
        matching(
          /your bank could not be restored: .*(?:damaged|cannot be read).*kept as .*bank-aside\.json\.damaged-/,
        ),
      ]);
      expect(isKept(folder, 'bank-aside.json', before)).toBe(true);
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
  });
});

describe('a folder that is something else', () => {
  const FOLDERS = ['bodies', 'collections', 'snapshots', 'demonstrations', 'bank', 'bank/pki'] as const;
  const cases = FOLDERS.flatMap((name) => (['a file', 'a link'] as const).map((what) => ({ name, what })));
  it.each(cases)('$name is $what', async ({ name, what }) => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    const outside = mkdtempSync(join(all, 'outside-'));
    writeFileSync(join(outside, 'theirs.body'), 'theirs');
    rmSync(join(folder, name), { recursive: true, force: true });
    if (what === 'a file') writeFileSync(join(folder, name), 'a file');
    else symlinkSync(outside, join(folder, name));
    const seen = await started(folder);
    // A folder of saved requests may be a link: into a repository, for example.
    const usual = { lines: [], notices: [], status: 201, saved: [] };
    const refused = { refusal: expect.stringContaining(join(folder, name)) };
    expect(seen).toEqual(name === 'collections' && what === 'a link' ? usual : refused);
    expect(readdirSync(outside)).toEqual(['theirs.body']);
  });
});

describe('a damaged value in workbench.db', () => {
  const VALUES: readonly [key: string, values: readonly string[]][] = [
    ['settings', ['{', 'null', '{"theme":"pink"}', '']],
    ['bank-quirks', ['[]', '{', '{"strictKid":{}}']],
    ['bank-port', ['"x"', '-1', '70000', '1.5', '{']],
    ['receiver-port', ['-1', '99999', 'null', 'abc']],
  ];
  const cases = VALUES.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  it.each(cases)('$key is $value', async ({ key, value }) => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    const path = join(folder, 'workbench.db');
    withDatabase(path, (db) => db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value));
    const workbench = await startCore(folder);
    try {
      expect(await callCore(workbench, 'settings.read', {})).toMatchObject({ lockAfterMinutes: 15 });
      const { notices } = await callCore(workbench, 'app.status', {});
      expect(notices).toEqual([expect.stringContaining(`The stored value “${key}” was damaged`)]);
    } finally {
      await workbench.stop();
    }
    withDatabase(path, (db) =>
      expect(db.prepare('SELECT value FROM meta WHERE key LIKE ?').pluck().get(`${key}.damaged-%`)).toBe(
        value,
      ),
    );
  });
  it('drafts are neither shown nor replaced, and the rest works', async () => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    const path = join(folder, 'workbench.db');
    withDatabase(path, (db) => db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('drafts', '{'));
    const workbench = await startCore(folder);
    try {
      await expect(callCore(workbench, 'drafts.read', { window: 'w' })).rejects.toThrow(
        '“drafts” in workbench.db is damaged',
      );
      expect((await callCore(workbench, 'requests.send', fresh('createConsent'))).status).toBe(201);
    } finally {
      await workbench.stop();
    }
  });
  it.each([
    ['vault-keeper', 'the moon', /names “the moon” as the keeper/],
    ['vault-keeper', 'safe-storage', /only the desktop window can use/],
  ])('%s is %s', async (key, value, sentence) => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    withDatabase(join(folder, 'workbench.db'), (db) =>
      db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(key, value),
    );
    await expect(startCore(folder)).rejects.toThrow(sentence);
  });
  it.each(['{', '{"version":1,"N":1073741824,"r":8,"p":1,"salt":"AA==","iv":"AA==","sealed":"AA=="}'])(
    'the protected key is %s: the vault stays locked and says why',
    async (value) => {
      const folder = mkdtempSync(join(all, 'one-'));
      cpSync(sound, folder, { recursive: true });
      withDatabase(join(folder, 'workbench.db'), (db) => {
        const put = db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)');
        put.run('vault-keeper', 'passphrase');
        put.run('vault-wrapped-key', value);
      });
      const workbench = await startCore(folder);
      try {
        await expect(callCore(workbench, 'vault.unlock', { passphrase: 'a passphrase' })).rejects.toThrow(
          'protects is damaged in workbench.db',
        );
      } finally {
        await workbench.stop();
      }
    },
  );
});

/** What opens the private keys of a folder: workbench.db and the key file. */
function keysOf(folder: string): { work: Buffer; key: Buffer } {
  return { work: readFileSync(join(folder, 'workbench.db')), key: readFileSync(join(folder, 'vault.key')) };
}

describe('vault.key, where workbench.db says that a passphrase keeps the key', () => {
  const PASSPHRASE = 'riktig hest batteri';
  const protectedOne = join(all, 'protected');
  beforeAll(async () => {
    cpSync(sound, protectedOne, { recursive: true });
    const workbench = await startCore(protectedOne);
    await callCore(workbench, 'vault.protect', { passphrase: PASSPHRASE, current: null });
    await workbench.stop();
  });
  /** A folder with a key file and the passphrase's workbench.db. */
  function both(): { folder: string; key: string } {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(protectedOne, folder, { recursive: true });
    const key = join(folder, 'vault.key');
    cpSync(join(sound, 'vault.key'), key);
    return { folder, key };
  }

  it('stays until the passphrase has opened the keys, so that the own workbench.db can come back', async () => {
    const { folder, key } = both();
    const own = keysOf(sound);
    const other = await startCore(folder);
    await expect(callCore(other, 'vault.unlock', { passphrase: 'not this one' })).rejects.toThrow('Wrong');
    await other.stop();
    expect(readFileSync(key)).toEqual(own.key);
    writeFileSync(join(folder, 'workbench.db'), own.work);
    expect(await started(folder)).toMatchObject({ status: 201, lines: [] });
  });

  it('is deleted by the next unlocking, where a kill had left it', async () => {
    const { folder, key } = both();
    const workbench = await startCore(folder);
    try {
      expect(existsSync(key)).toBe(true);
      await callCore(workbench, 'vault.unlock', { passphrase: PASSPHRASE });
      expect(existsSync(key)).toBe(false);
      expect((await callCore(workbench, 'requests.send', fresh('createConsent'))).status).toBe(201);
    } finally {
      await workbench.stop();
    }
  });

  it.each(['unlocking', 'changing the passphrase'])(
    'stays where the keys are those of another vault, also after %s',
    async (what) => {
      const { folder, key } = both();
      const path = join(folder, 'workbench.db');
      const put = 'UPDATE certificate SET sealed_key = ? WHERE kind = ?';
      withDatabase(join(sound, 'workbench.db'), (own) => {
        const sealed = own
          .prepare<[], { sealed: Buffer; kind: string }>('SELECT sealed_key AS sealed, kind FROM certificate')
          .all();
        withDatabase(path, (db) => {
          for (const one of sealed) db.prepare(put).run(one.sealed, one.kind);
        });
      });
      const workbench = await startCore(folder);
      try {
        if (what === 'unlocking') await callCore(workbench, 'vault.unlock', { passphrase: PASSPHRASE });
        else
          await callCore(workbench, 'vault.protect', {
            passphrase: 'et annet batteri',
            current: PASSPHRASE,
          });
        expect(existsSync(key)).toBe(true);
      } finally {
        await workbench.stop();
      }
    },
  );

  it('stays where there is no protected key, and the start is refused', async () => {
    const folder = mkdtempSync(join(all, 'one-'));
    cpSync(sound, folder, { recursive: true });
    const says = (keeper: string) =>
      withDatabase(join(folder, 'workbench.db'), (db) =>
        db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('vault-keeper', keeper),
      );
    says('passphrase');
    await expect(startCore(folder)).rejects.toThrow(
      /workbench\.db says that a passphrase protects .* is not in it\. .*Restore it from a backup/,
    );
    says('file');
    expect(await started(folder)).toMatchObject({ status: 201, lines: [] });
  });
});

it('the large bodies of a damaged history are kept with it, and both can be put back', async () => {
  const folder = mkdtempSync(join(all, 'one-'));
  cpSync(sound, folder, { recursive: true });
  const [path, bodies] = [join(folder, 'history.db'), join(folder, 'bodies')];
  const body = '01234567-89ab-4cde-8f01-23456789abcd.body';
  writeFileSync(join(bodies, body), 'a large body');
  withDatabase(path, (db) => db.prepare('UPDATE exchange SET body_file = ?').run(body));
  const whole = readFileSync(path);
  truncateSync(path, Math.floor(whole.length / 2));
  const seen = await started(folder);
  const names = readdirSync(folder);
  const suffix = names.find((name) => name.startsWith('history.db.damaged-'))?.slice('history.db'.length);
  expect(seen).toMatchObject({
    status: 201,
    notices: [expect.stringContaining(`history.db${suffix}, its large bodies as ${bodies}${suffix}, and`)],
  });
  expect(readdirSync(bodies)).toEqual([]);
  // Mended and put back.
  rmSync(bodies, { recursive: true });
  renameSync(bodies + suffix, bodies);
  writeFileSync(path, whole);
  expect(await started(folder)).toMatchObject({ status: 201, notices: [] });
  expect(readFileSync(join(bodies, body), 'utf8')).toBe('a large body');
});

it('a damaged row of the history is said so, and ends neither the list nor the export', async () => {
  const folder = mkdtempSync(join(all, 'one-'));
  cpSync(sound, folder, { recursive: true });
  const first = await startCore(folder);
  const sent = await callCore(first, 'requests.send', fresh('createConsent'));
  await first.stop();
  withDatabase(join(folder, 'history.db'), (db) =>
    db.prepare('UPDATE exchange SET detail = ? WHERE id <> ?').run('{"cut', sent.id),
  );
  const workbench = await startCore(folder);
  try {
    const { exchanges } = await callCore(workbench, 'history.list', { search: '' });
    expect(exchanges).toHaveLength(2);
    const damagedOne = exchanges.find(({ id }) => id !== sent.id);
    await expect(callCore(workbench, 'history.read', { id: damagedOne?.id ?? '' })).rejects.toThrow(
      'This exchange is damaged in the history',
    );
    const { download } = await callCore(workbench, 'app.export', {});
    const file = workbench.download(download);
    if (!file || !('pieces' in file)) throw new Error('The export is not there.');
    const { history } = JSON.parse(Buffer.concat([...file.pieces]).toString()) as {
      history: { id: string }[];
    };
    expect(history).toMatchObject([
      { id: damagedOne?.id, damaged: expect.stringContaining('damaged') },
      { id: sent.id },
    ]);
  } finally {
    await workbench.stop();
  }
});

it('a deleted history is in no file, and its room is free', async () => {
  const folder = mkdtempSync(join(all, 'one-'));
  cpSync(sound, folder, { recursive: true });
  const workbench = await startCore(folder);
  const canary = 'kanari-i-historien-4711';
  try {
    for (let at = 0; at < 20; at++)
      await callCore(workbench, 'requests.send', {
        ...fresh('readUser'),
        headers: { 'x-note': `${canary}-${at}` },
      });
    const found = () =>
      filesBelow(folder).filter(
        (file) => file.includes('history') && readFileSync(join(folder, file)).includes(canary),
      );
    expect(found().length).toBeGreaterThan(0);
    const size = lstatSync(join(folder, 'history.db')).size;
    await callCore(workbench, 'history.clear', {});
    expect(found()).toEqual([]);
    expect(lstatSync(join(folder, 'history.db')).size).toBeLessThanOrEqual(size);
    expect((await callCore(workbench, 'requests.send', fresh('readUser'))).notKept).toBeNull();
    expect((await callCore(workbench, 'history.list', { search: '' })).exchanges).toHaveLength(1);
  } finally {
    await workbench.stop();
  }
  expect(existsSync(join(folder, 'history.db-wal'))).toBe(false);
});
