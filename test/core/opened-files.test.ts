/** Files that a person opens with the desktop program are offered to the page, once, and never more than it has room for. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, downloaded, startCore } from '../support/workbench.ts';

const folder = folderForFile('opened-files');
const waiting: string[] = [];
let core: Workbench;
beforeAll(async () => {
  core = await startCore(join(folder, 'data'), { takeOpened: () => waiting.splice(0) });
});
afterAll(() => core.stop());

const opened = () => callCore(core, 'app.takeOpened', {});

it('a file, and what a link leads to, is offered under the name that was opened, once', async () => {
  writeFileSync(join(folder, 'Mine.flow.yaml'), 'mine');
  symlinkSync('Mine.flow.yaml', join(folder, 'link.json'));
  waiting.push(join(folder, 'Mine.flow.yaml'), join(folder, 'link.json'));
  const { files, problems } = await opened();
  expect(problems).toEqual([]);
  expect(files.map(({ download }) => downloaded(core, download))).toEqual([
    { name: 'Mine.flow.yaml', bytes: Buffer.from('mine') },
    { name: 'link.json', bytes: Buffer.from('mine') },
  ]);
  expect(files.map(({ download }) => core.download(download))).toEqual([null, null]);
  expect(await opened()).toEqual({ files: [], problems: [] });
});

it('a link that leads nowhere, or around in a circle, and a name within a file are said to be missing', async () => {
  symlinkSync('nowhere', join(folder, 'broken'));
  symlinkSync('circle', join(folder, 'circle'));
  const paths = ['broken', 'circle', 'Mine.flow.yaml/inner'].map((name) => join(folder, name));
  waiting.push(...paths);
  const { files, problems } = await opened();
  expect(files).toEqual([]);
  const missing = 'there is no such file. Check its name, and that its drive is connected.';
  expect(problems).toEqual(paths.map((path) => `${path} was not opened: ${missing}`));
});

it('ten files are opened at once, and the others are counted', async () => {
  mkdirSync(join(folder, 'many'));
  for (let at = 0; at < 12; at++) {
    writeFileSync(join(folder, 'many', `${at}.json`), String(at));
    waiting.push(join(folder, 'many', `${at}.json`));
  }
  const { files, problems } = await opened();
  expect(files.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `${at}.json`));
  expect(problems).toEqual([
    'Only 10 files are opened at once, so 2 were not. Drop them on this window instead.',
  ]);
  // All of them still wait for the page.
  expect(files.map(({ download }) => downloaded(core, download).bytes.toString())).toEqual(
    files.map((_, at) => String(at)),
  );
});

it('a file that is gone when the page asks for it is not offered any more', async () => {
  writeFileSync(join(folder, 'soon-gone.json'), '{}');
  waiting.push(join(folder, 'soon-gone.json'));
  const [file] = (await opened()).files;
  rmSync(join(folder, 'soon-gone.json'));
  expect(() => downloaded(core, file?.download ?? '')).toThrow('ENOENT');
});
