/**
 * `npm run screenshots`: takes a picture of every screen in every theme, into `screenshots/`, which Git ignores.
 * `-- --docs` also writes the pictures that documents show to `docs/screenshots`.
 */
import { join } from 'node:path';
import { runWindowTests } from './window-tests.ts';
import { PICTURES, picturesShown, writePicture } from './lib/pictures.ts';

const folder = join(import.meta.dirname, '../screenshots');
// Without the test that measures them.
process.exitCode = await runWindowTests(['--project=browser', String.raw`window/screens/[\w-]+\.spec`], {
  TPP_FULL: '1',
  TPP_SCREENSHOTS: folder,
});
if (process.argv.includes('--docs')) {
  for (const name of picturesShown()) {
    writePicture(join(folder, name.replace(/webp$/, 'png')), join(PICTURES, name));
  }
}
console.log(`The screenshots are in ${folder}.`);
