/** The repository keeps a picture only where a document shows it, and keeps it small. The icon is part of the program. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LARGEST_PICTURE, PICTURES, picturesShown } from '../../scripts/lib/pictures.ts';

it('the pictures that are kept are those that a document shows', () => {
  expect(readdirSync(PICTURES).sort()).toEqual(picturesShown().sort());
});

it('each picture is smaller than 60 kB', () => {
  const large = picturesShown().filter((name) => statSync(join(PICTURES, name)).size >= LARGEST_PICTURE);
  expect(large).toEqual([]);
});

it('no other picture is in the repository, but for the icon', () => {
  const root = join(PICTURES, '../..');
  const tracked = execFileSync('git', ['ls-files', '*.png', '*.jpg', '*.webp', '*.gif'], {
    cwd: root,
    encoding: 'utf8',
  });
  const others = tracked.split('\n').filter((file) => file !== '' && !file.startsWith('docs/screenshots/'));
  expect(others).toEqual(['main/electron/icon.png']);
  expect(statSync(join(root, 'main/electron/icon.png')).size).toBeLessThan(LARGEST_PICTURE);
});
