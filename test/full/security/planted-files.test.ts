/** Files that somebody has planted in the data folder: none is read from or written to outside it, and none stops the workbench. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Snapshots } from '../../../main/core/bank/snapshots.ts';
import { Collections } from '../../../main/core/collections/collections.ts';
import { listed } from '../../../main/core/collections/listing.ts';
import { readBox, saveBox } from '../../../main/electron/window-bounds.ts';
import { readPlainFile, writeWholeFile } from '../../../shared/node/plain-files.ts';
import { requestStep } from '../../../shared/collections/request-step.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import { fresh } from '../../../shared/requests/compose.ts';
import { foldersForFile } from '../../support/folders.ts';

const { all, next } = foldersForFile('planted');
const outside = join(all, 'outside');
const victim = join(outside, 'victim.flow.yaml');

const request = (name: string, body = '') => requestStep(name, { ...fresh('listAccounts'), body });
const victimText = 'steps:\n  - pause: 1\n';

const flows = ({ folders }: Listing) =>
  folders.filter(({ role }) => role === 'flow').toSorted((a, b) => (a.path < b.path ? -1 : 1));

let root: string;
beforeEach(() => {
  root = next();
  rmSync(outside, { recursive: true, force: true });
  mkdirSync(outside);
  writeFileSync(victim, victimText);
});

/** What can lie in a folder under the name of a flow. */
const PLANTED: readonly [what: string, plant: (path: string) => unknown, reason: string][] = [
  ['a link to /dev/zero', (path) => symlinkSync('/dev/zero', path), 'it is a link'],
  ['a link to a terminal', (path) => symlinkSync('/dev/tty', path), 'it is a link'],
  ['a link to a flow outside', (path) => symlinkSync(victim, path), 'it is a link'],
  ['a link to a secret', (path) => symlinkSync('/etc/passwd', path), 'it is a link'],
  ['a link to itself', (path) => symlinkSync(path, path), 'it is a link'],
  ['a link to a folder', (path) => symlinkSync(outside, path), 'it is a link'],
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'it is not an ordinary file'],
  ['a device', (path) => execFileSync('mknod', [path, 'c', '1', '5']), 'it is not an ordinary file'],
  ['a file of 9 MB', (path) => writeFileSync(path, ' '.repeat(9 * 2 ** 20)), 'it is larger than 8 MB'],
  ['a file with holes', (path) => execFileSync('truncate', ['-s', '4T', path]), 'it is larger than 8 MB'],
];

describe('a flow that is', () => {
  it.each(PLANTED)(
    '%s is listed with the reason, not overwritten, and hides no other',
    async (_, plant, reason) => {
      const collections = new Collections(root);
      collections.save('', request('Good'), null);
      const path = join(root, 'Bad.flow.yaml');
      plant(path);
      const before = lstatSync(path).ino;
      const [bad, good] = flows(listed(root));
      expect([bad?.name, good?.name]).toEqual(['Bad', 'Good']);
      expect(bad?.damage).toContain(`The file cannot be read: ${reason}`);
      const bads = 'Bad.flow.yaml';
      expect(() => collections.save('', request('Bad'), null)).toThrow('already exists');
      expect(() => collections.save(bads, request('New'), null)).toThrow('was not overwritten');
      expect(() => collections.save(bads, request('Bad'), `${bads}/Bad`)).toThrow('was not overwritten');
      expect(() => collections.duplicate({ kind: 'folder', path: bads })).toThrow('was not overwritten');
      expect(lstatSync(path).ino).toBe(before);
      collections.remove([{ kind: 'folder', path: bads }]);
      expect(readdirSync(root)).toEqual(['Good.flow.yaml']);
      expect(readFileSync(victim, 'utf8')).toBe(victimText);
    },
  );
});

it('a socket is no flow', async () => {
  const path = join(root, 'S.flow.yaml');
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  expect(flows(listed(root))[0]?.damage).toContain('it is not an ordinary file');
  await new Promise((resolve) => server.close(resolve));
});

describe('what is planted beside a flow', () => {
  const NEW: readonly [what: string, plant: (path: string) => unknown][] = [
    ['a link to a file outside', (path) => symlinkSync(victim, path)],
    ['a link to a file that is not there', (path) => symlinkSync(join(outside, 'made'), path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a file of someone else', (path) => writeFileSync(path, 'theirs')],
  ];
  it.each(NEW)('%s as its .new file is neither written through nor deleted', (_, plant) => {
    const beside = join(root, 'Mine.flow.yaml.new');
    plant(beside);
    const { ino } = lstatSync(beside);
    new Collections(root).save('', request('Mine'), null);
    expect(readdirSync(root).toSorted()).toEqual(['Mine.flow.yaml', 'Mine.flow.yaml.new']);
    expect(lstatSync(beside).ino).toBe(ino);
    expect(readdirSync(outside)).toEqual(['victim.flow.yaml']);
    expect(readFileSync(victim, 'utf8')).toBe(victimText);
  });
});

describe('a folder of flows', () => {
  it('that is a link is neither listed nor written to, at any depth', async () => {
    const collections = new Collections(root);
    symlinkSync(outside, join(root, 'link'));
    mkdirSync(join(root, 'real'));
    symlinkSync(outside, join(root, 'real/link'));
    symlinkSync(root, join(root, 'real/round'));
    expect(listed(root).entries).toEqual([]);
    for (const path of ['link', 'real/link', 'link/deeper', 'real/round/real'])
      expect(() => collections.save(path, request('Mine'), null)).toThrow('links are not followed');
    expect(() => collections.remove([{ kind: 'step', path: 'link/victim.flow.yaml' }])).toThrow(
      'links are not followed',
    );
    expect(() => collections.remove([{ kind: 'step', path: 'real/link/victim.flow.yaml' }])).toThrow(
      'links are not followed',
    );
    expect(readdirSync(outside)).toEqual(['victim.flow.yaml']);
  });
  it('that is a file is named', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => new Collections(root).save('file', request('Mine'), null)).toThrow('is not a folder');
  });
  it('that is nested more than 32 deep is named, and what is above it is listed', () => {
    mkdirSync(join(root, 'd/'.repeat(40)), { recursive: true });
    const collections = new Collections(root);
    collections.save('d', request('Near'), null);
    const { entries, folders } = listed(root);
    const damages = folders.flatMap(({ damage }) => damage ?? []);
    expect(damages).toEqual([expect.stringContaining('nested more than 32 deep')]);
    expect(entries.map(({ path }) => path)).toEqual(['d/Near.flow.yaml/Near']);
  });
  it('with 64 MB of flows shows that it reads no more', () => {
    const collections = new Collections(root);
    for (let one = 0; one < 10; one++)
      collections.save('', request(`r${one}`, 'x'.repeat(7.9 * 2 ** 20)), null);
    const damaged = listed(root).folders.filter(({ damage }) => damage !== null);
    expect(damaged).toHaveLength(1);
    expect(damaged[0]?.damage).toContain('64 MB');
  });
  it('takes no flow that it would not read again', () => {
    expect(() => new Collections(root).save('', request('Big', 'x'.repeat(9 * 2 ** 20)), null)).toThrow(
      'larger than 8 MB and was not saved',
    );
    expect(readdirSync(root)).toEqual([]);
  });
});

/** Watches the folder; `told` waits until the watch has reported a path. */
function watch() {
  const reports: string[] = [];
  let heard = () => {};
  const collections = new Collections(root, (report) => {
    report();
    return () => undefined;
  });
  const end = collections.onChange((path) => {
    reports.push(path);
    heard();
  });
  const told = (path: string) =>
    new Promise<void>((resolve) => {
      heard = () => reports.includes(path) && resolve();
      heard();
    });
  return { collections, reports, told, end };
}

describe('a watched file', () => {
  it('that becomes a pipe or a device does not stop the watch', async () => {
    const { collections, reports, told, end } = watch();
    try {
      collections.save('', request('Mine'), null);
      const path = join(root, 'Mine.flow.yaml');
      rmSync(path);
      execFileSync('mkfifo', [path]);
      await told('Mine.flow.yaml');
      rmSync(path);
      symlinkSync('/dev/zero', path);
      writeFileSync(join(root, 'later'), '');
      await told('later');
      expect(reports).toContain('Mine.flow.yaml');
    } finally {
      end();
    }
  });
});

describe('a link that leads to itself', () => {
  it.each(['before the watch', 'during the watch'])(
    'planted %s does not end it, at any depth',
    async (when) => {
      const plant = () => symlinkSync('a', join(root, 'a'));
      mkdirSync(join(root, 'sub'));
      if (when === 'before the watch') plant();
      const { reports, told, end } = watch();
      try {
        if (when === 'during the watch') plant();
        else writeFileSync(join(root, 'first'), '');
        await told(when === 'during the watch' ? 'a' : 'first');
        writeFileSync(join(root, 'sub/later'), '');
        await told('sub/later');
        mkdirSync(join(root, 'new'));
        await told('new');
        writeFileSync(join(root, 'new/last'), '');
        await told('new/last');
        rmSync(join(root, 'new'), { recursive: true });
        writeFileSync(join(root, 'end'), '');
        await told('end');
        expect(reports).toContain('end');
      } finally {
        end();
      }
    },
  );
});

describe('the position of the window', () => {
  const box = { x: 1, y: 2, width: 1200, height: 800, maximized: true };
  it.each(PLANTED)('is not read from %s', (_, plant) => {
    const file = join(root, 'window.json');
    plant(file);
    expect(readBox(file, 'a')).toBeNull();
  });
  it('is not written through a link, and is read again', () => {
    const file = join(root, 'window.json');
    symlinkSync(victim, `${file}.new`);
    saveBox(file, 'a', box);
    expect(readBox(file, 'a')).toEqual(box);
    expect(readFileSync(victim, 'utf8')).toBe(victimText);
  });
  it('is kept for each window, and one without its own gets the last', () => {
    const file = join(root, 'window.json');
    const other = { ...box, x: 40, maximized: false };
    saveBox(file, 'a', box);
    saveBox(file, 'b', other);
    expect([readBox(file, 'a'), readBox(file, 'b'), readBox(file, 'c')]).toEqual([box, other, other]);
  });
  it.each(['', '[]', '{"x":1}', '{"x":1,"y":2,"width":1e9,"height":1}', 'null', '{"windows":{"a":{"x":1}}}'])(
    '%s is none',
    (text) => {
      const file = join(root, 'window.json');
      writeFileSync(file, text);
      expect(readBox(file, 'a')).toBeNull();
    },
  );
});

describe('snapshots', () => {
  const snapshots = () =>
    new Snapshots(root, {
      takeSnapshot: () => ({ version: 1 }),
      restoreSnapshot: () => ({ done: true, value: null }),
    } as unknown as ConstructorParameters<typeof Snapshots>[1]);
  it('with names that are no names are not listed, and hide no other', () => {
    snapshots().take('Før / æøå');
    for (const name of ['%zz', '%', '%e0%a4', '%2e%2e%2fx', 'a%62c'])
      writeFileSync(join(root, `${name}.snapshot.json`), '{}');
    mkdirSync(join(root, 'folder.snapshot.json'));
    symlinkSync('/dev/zero', join(root, 'zero.snapshot.json'));
    execFileSync('mkfifo', [join(root, 'pipe.snapshot.json')]);
    expect(snapshots().list()).toMatchObject([{ name: 'Før / æøå' }]);
  });
  it.each(['zero', 'pipe', 'holes'])('%s is refused when it is restored', (name) => {
    const path = join(root, `${name}.snapshot.json`);
    if (name === 'zero') symlinkSync('/dev/zero', path);
    if (name === 'pipe') execFileSync('mkfifo', [path]);
    if (name === 'holes') execFileSync('truncate', ['-s', '4T', path]);
    expect(() => snapshots().restore(name)).toThrow('is damaged and was not restored');
    expect(() => snapshots().file(name)).toThrow('is damaged and cannot be saved as a file');
    expect(() => snapshots().take(name)).toThrow('already exists');
  });
  it('are not written through a planted link, and leave no path out of their folder', () => {
    symlinkSync(victim, join(root, 'mine.snapshot.json.new'));
    snapshots().take('mine');
    snapshots().take('../../outside/made');
    expect(readdirSync(outside)).toEqual(['victim.flow.yaml']);
    expect(readFileSync(victim, 'utf8')).toBe(victimText);
  });
});

describe('a disk without room', () => {
  const small = join(all, 'small');
  let mounted = false;
  beforeAll(() => {
    mkdirSync(small);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' });
      mounted = true;
    } catch {
      // Only root may mount.
    }
  });
  afterAll(() => {
    if (mounted) execFileSync('umount', [small]);
  });
  it('keeps the old file, and nothing is left beside it', (context) => {
    if (!mounted) return context.skip();
    const path = join(small, 'file');
    writeWholeFile(path, 'old', 0o600);
    expect(() => writeWholeFile(path, 'x'.repeat(100_000), 0o600)).toThrow('ENOSPC');
    expect(readdirSync(small)).toEqual(['file']);
    expect(readPlainFile(path, 10).toString()).toBe('old');
    return undefined;
  });
});
