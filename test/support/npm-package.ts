/** The package for npm, built and installed into a folder with nothing else in it. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

const ROOT = join(import.meta.dirname, '../..');
/** The Node.js of the user, which `npm run check:install` changes; the package is made by that of the tests. */
export const USERS_NODE = process.env['TPP_USERS_NODE'] ?? process.execPath;
/** Programs that find their Node.js by the path get this one. */
const pathWith = (node: string) => `${dirname(node)}:${process.env['PATH']}`;
/** Root may do what an ordinary user may not. */
const NOBODY = 65_534;
const OTHER_USER: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

interface Locked {
  packages: Record<string, { version: string; integrity: string }>;
}

export interface Installed {
  /** Of the package's file, in bytes. */
  packed: number;
  /** What npm installs with it. */
  dependencies: string[];
  /** Where `node_modules` is. */
  folder: string;
}

/** The package beside the native module, without npm: for tests that have others for how it is installed. */
export function linkPackage(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  done(
    process.execPath,
    [join(ROOT, 'scripts/package-npm.ts'), join(folder, 'node_modules/tpp-workbench')],
    folder,
  );
}

/** @param folder that is there and empty */
export function installPackage(folder: string): Installed {
  chmodSync(folder, 0o755);
  const made = join(folder, 'made');
  done(process.execPath, [join(ROOT, 'scripts/package-npm.ts'), made], folder);
  const [{ filename }] = JSON.parse(done('npm', ['pack', '--json', made], folder)) as [{ filename: string }];
  const installed = join(folder, 'installed');
  mkdirSync(installed);
  const manifest = { private: true, dependencies: { 'tpp-workbench': `file:../${filename}` } };
  writeFileSync(join(installed, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(installed, 'package-lock.json'), JSON.stringify(lockOf(manifest, made, filename)));
  done('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], installed);
  // The user may write there, so nothing but the program itself keeps from it.
  if (OTHER_USER.uid !== undefined) done('chown', ['-R', `${NOBODY}:${NOBODY}`, installed], folder);
  const { dependencies } = manifestIn(join(installed, 'node_modules/tpp-workbench'));
  return {
    packed: statSync(join(folder, filename)).size,
    dependencies: Object.keys(dependencies),
    folder: installed,
  };
}

interface Manifest {
  version: string;
  bin: Record<string, string>;
  dependencies: Record<string, string>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** With the sums of the native module, so that npm takes it from its cache: `npm ci` of the project has put it there. */
function lockOf(manifest: object, made: string, filename: string): object {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Locked;
  const { version, dependencies, bin } = manifestIn(made);
  const own = { version, resolved: `file:../${filename}`, dependencies, bin };
  const native = ['node_modules/better-sqlite3', 'node_modules/node-addon-api'];
  return {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      'node_modules/tpp-workbench': own,
      ...Object.fromEntries(native.map((path) => [path, packages[path]])),
    },
  };
}

/** @returns what the command prints @throws Error with what it says if it fails */
function done(command: string, args: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: pathWith(process.execPath) },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** An ordinary user, whose files are for nobody else. */
export interface User {
  home: string;
  /** The working folder. */
  cwd: string;
}

/** The user's folder is made, and what is in it belongs to the user. */
export function makeHome(home: string): string {
  mkdirSync(home);
  if (OTHER_USER.uid !== undefined) chownSync(home, NOBODY, NOBODY);
  return home;
}

const WITH_UMASK = ['-c', 'umask 077; exec "$@"', 'sh'];

const optionsOf = ({ cwd, home }: User) => ({
  cwd,
  env: { PATH: pathWith(USERS_NODE), HOME: home },
  ...OTHER_USER,
});

/** Gives a command and waits for its end. */
export function given(user: User, ...command: string[]) {
  const { stdout, stderr, status } = spawnSync('sh', [...WITH_UMASK, ...command], {
    ...optionsOf(user),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), status };
}

/** Gives a command that goes on. */
export function begun(user: User, ...command: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn('sh', [...WITH_UMASK, ...command], { ...optionsOf(user), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Writes examples of the package's README, each into the file that its first line names, beside the libraries that they use. */
export function writeExamples(folder: string, names: readonly string[], libraries: readonly string[]): void {
  const readme = readFileSync(join(ROOT, 'docs/npm.md'), 'utf8');
  for (const [, name = '', code = ''] of readme.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs))
    if (names.includes(name)) writeFileSync(join(folder, name), code);
  for (const name of libraries) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/** Every file below a folder, with its size and time. */
export function listingOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(join(folder, path));
      return `${path} ${size} ${mtimeMs}`;
    });
}
