/**
 * Every file that the product keeps, with every damage: the workbench and the bank start, or refuse, with a sentence that names the
 * file and says what to do. Nothing is deleted, and keys and saved work stay reachable when something else is damaged.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import {
  BANK_CASES,
  type Case,
  damagedFolders,
  filesBelow,
  folderWithBankAside,
  KEPT,
  started,
  withDatabase,
  WORKBENCH_CASES,
} from '../support/damaged-files.ts';
import { callCore, startCore } from '../support/workbench.ts';

const { all, sound, expectWorkbench, expectBankAlone } = damagedFolders();

it('a data folder has the files of this list and no others, and only its owner may read them', () => {
  expect(filesBelow(sound)).toEqual([...KEPT].toSorted());
  for (const file of readdirSync(sound, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(join(sound, file));
    expect((stat.mode & 0o777).toString(8), file).toBe(stat.isDirectory() ? '700' : '600');
  }
});

// Every file has one damage, and one file every damage. All of both are in test/full/core/damaged-files.test.ts.
const isOne = ({ file, damage }: Case) =>
  file === 'workbench.db' ||
  damage === 'of a newer version' ||
  damage === (file.startsWith('bank/pki') ? 'emptied' : 'filled with garbage');

describe('the workbench', () => {
  it.each(WORKBENCH_CASES.filter(isOne))('$file, $damage', (one) => expectWorkbench(one));
});

describe('the bank alone', () => {
  it.each(BANK_CASES.filter(isOne))('$file, $damage', (one) => expectBankAlone(one));
});

describe('the bank that is aside while a demonstration plays', () => {
  const expectBankBack = folderWithBankAside({ all, sound });
  it('bank-backup.json, filled with garbage', () => expectBankBack('filled with garbage'));
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
    ['vault-protection', 'the moon', /names “the moon” as the protection/],
    ['vault-protection', 'safe-storage', /only the desktop window can use/],
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
        put.run('vault-protection', 'passphrase');
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
    const says = (protection: string) =>
      withDatabase(join(folder, 'workbench.db'), (db) =>
        db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run('vault-protection', protection),
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
