/** What another user of the machine has put where a run writes, or above the folder that it runs, changes nothing. */
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UsageError } from '../../main/cli/command.ts';
import { placeOf } from '../../main/cli/run/selection.ts';
import {
  makeReportFolder,
  openReport,
  writeNewReport,
  writeOutFile,
  writeReport,
} from '../../main/cli/output-files.ts';
import { foldersForFile } from '../support/folders.ts';

const NOBODY = 65_534;
/** Only root can make files that belong to somebody else. */
const canGiveAway = process.platform === 'linux' && process.getuid?.() === 0;

const folders = foldersForFile('reports-of-others');

/** As /tmp is. */
function shared(): string {
  const folder = folders.next();
  chmodSync(folder, 0o1777);
  return folder;
}

it.runIf(canGiveAway)('a link, a file or a folder of another user is not written into', () => {
  const folder = shared();
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'kept');
  const link = join(folder, 'link.xml');
  symlinkSync(precious, link);
  lchownSync(link, NOBODY, NOBODY);
  const open = join(folder, 'open.json');
  writeFileSync(open, 'theirs');
  chownSync(open, NOBODY, NOBODY);
  chmodSync(open, 0o666);
  const files = join(folder, 'out-files');
  mkdirSync(files);
  chownSync(files, NOBODY, NOBODY);
  for (const path of [link, open]) {
    expect(() => openReport(path)).toThrow(UsageError);
    expect(() => writeReport(path, 'x')).toThrow('belongs to another user');
    // What --out, and --flow with a name, write.
    expect(() => writeOutFile(path, 'x')).toThrow('belongs to another user');
  }
  expect(() => makeReportFolder(files)).toThrow('belongs to another user');
  expect([readFileSync(precious, 'utf8'), readFileSync(open, 'utf8')]).toEqual(['kept', 'theirs']);
});

it('a numbered file of a report is never written through what stands there', () => {
  const folder = shared();
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'kept');
  makeReportFolder(join(folder, 'own-files'));
  symlinkSync(precious, join(folder, 'own-files', '0.js'));
  expect(() => writeNewReport(join(folder, 'own-files', '0.js'), 'x')).toThrow(UsageError);
  expect(readFileSync(precious, 'utf8')).toBe('kept');
});

it('a collection file in a folder that others may write to does not rule the folders below', () => {
  const folder = shared();
  const own = join(folder, 'mine');
  mkdirSync(join(own, 'inner'), { recursive: true });
  writeFileSync(join(folder, 'collection.yaml'), 'name: planted');
  expect(placeOf(own)).toEqual({ root: own, start: '' });
  writeFileSync(join(own, 'collection.yaml'), 'name: Mine');
  expect(placeOf(join(own, 'inner'))).toEqual({ root: own, start: 'inner' });
});

it.runIf(canGiveAway)('a collection file of another user does not, either', () => {
  const folder = shared();
  chmodSync(folder, 0o755);
  const own = join(folder, 'mine');
  mkdirSync(own);
  writeFileSync(join(folder, 'collection.yaml'), 'name: planted');
  chownSync(join(folder, 'collection.yaml'), NOBODY, NOBODY);
  expect(placeOf(own).root).toBe(own);
});
