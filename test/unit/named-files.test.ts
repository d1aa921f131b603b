/** Which files the desktop program opens: nothing that is no file is taken for one. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { filesNamed } from '../../main/electron/named-files.ts';

const HERE = resolve('/somewhere');
const named = (...args: string[]) => filesNamed(args, HERE);
const here = (...names: string[]) => names.map((name) => resolve(HERE, name));

it('options and the data folder are no files, wherever they are', () => {
  expect(named()).toEqual([]);
  expect(named('--no-sandbox', '--data', 'practice', '--lang=no')).toEqual([]);
  expect(named('a.json', '--data', 'practice', 'b.json', '--data=other')).toEqual(here('a.json', 'b.json'));
});

it('what follows -- is a file, whatever it is called', () => {
  expect(named('--data', 'practice', '--', '--data', '-x.json')).toEqual(here('--data', '-x.json'));
});

it('a path is relative to the folder of the start, and an address of this machine is a path', () => {
  const path = resolve('/home/kari/Mine & yours æ 100%.flow.yaml');
  expect(named('../above.json', path, pathToFileURL(path).href)).toEqual([
    resolve('/above.json'),
    path,
    path,
  ]);
});

it.runIf(process.platform !== 'win32')('an address of another machine leads to none of its files', () => {
  expect(named('file://other.example/etc/passwd', 'file:///%')).toEqual(
    here('file://other.example/etc/passwd', 'file:///%'),
  );
});
