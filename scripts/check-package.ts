/**
 * `npm run check:package`: makes the package for Debian, installs it, starts it from its menu entry as an ordinary user with an empty
 * home and no network, uses its window, opens a file with it, reads its fuses back, and removes it. It changes the machine, so it is for root on one that
 * can be thrown away. Where the official Electron is missing, the package is made with that of the tests, which needs files beside it.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { buildAll } from './build.ts';
import { ensureDebianPackages } from './lib/debian.ts';
import { electronForTests, officialElectron } from './lib/electron.ts';

const ROOT = join(import.meta.dirname, '..');
const NOBODY = 65_534;
const OPT = '/opt/TPP Workbench';
const PROGRAM = join(OPT, 'tpp-workbench');
const ENTRY = '/usr/share/applications/tpp-workbench.desktop';
/** Kinds of files, with one of each kind, that desktops open with the program. */
const KINDS = {
  'Mine.flow.yaml': 'application/vnd.tpp-workbench.flow+yaml',
  'My class.demonstration.yaml': 'application/vnd.tpp-workbench.demonstration+yaml',
  'bank.snapshot.json': 'application/vnd.tpp-workbench.snapshot+json',
  'x.postman_collection.json': 'application/vnd.tpp-workbench.postman-collection+json',
};
/** What the SQLite of the tests' Electron is looked for beside. */
const BESIDE = '/opt/node_modules';
const LIBRARIES = [
  'libsecret-1-0',
  'libxss1',
  'libuuid1',
  'xdg-utils',
  'libgtk-3-0',
  'libnotify4',
  'libxtst6',
  'shared-mime-info',
  'desktop-file-utils',
  'libglib2.0-bin',
];

if (process.platform !== 'linux' || process.getuid?.() !== 0)
  throw new Error('This check installs a package: run it as root on a Debian that can be thrown away.');
const folder = mkdtempSync(join(tmpdir(), 'tpp-package-'));
chmodSync(folder, 0o755);
try {
  await check();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function check(): Promise<void> {
  await buildAll();
  ensureDebianPackages(LIBRARIES);
  const official = officialElectron() !== null;
  const deb = await makeDeb(official);
  console.log(`${basename(deb)}: ${Math.round(statSync(deb).size / 1e6)} MB`);
  const before = listing();
  dpkg('--install', deb);
  try {
    if (!official) cpSync(join((await testFiles()).libraries), BESIDE, { recursive: true });
    await checkFuses();
    checkNative();
    checkKinds();
    await use();
  } finally {
    if (!official) rmSync(BESIDE, { recursive: true, force: true });
    dpkg('--purge', 'tpp-workbench');
  }
  const left = listing().filter((path) => !before.includes(path));
  if (left.length > 0) throw new Error(`The removed package has left ${left.join(', ')}.`);
  console.log('Removed: nothing is left but the data of the user.');
}

async function makeDeb(official: boolean): Promise<string> {
  process.env['CUSTOM_FPM_PATH'] = join(ROOT, 'scripts/lib/fpm.ts');
  const config: Configuration = {
    extends: join(ROOT, 'electron-builder.yml'),
    directories: { output: join(folder, 'release') },
    // Made to be installed once.
    deb: { compression: 'gz' },
    ...(official ? {} : await withTestElectron()),
  };
  const files = await build({
    projectDir: ROOT,
    targets: Platform.LINUX.createTarget(['deb'], Arch.x64),
    config,
    publish: 'never',
  });
  const deb = files.find((file) => file.endsWith('.deb'));
  if (deb === undefined) throw new Error('electron-builder made no package for Debian.');
  return deb;
}

/** Where the Electron of the tests is, and the modules beside it. */
async function testFiles(): Promise<{ electron: string; libraries: string }> {
  const electron = dirname((await electronForTests()).executable);
  return { electron, libraries: join(dirname(electron), 'node_modules') };
}

async function withTestElectron(): Promise<Configuration> {
  const { electron } = await testFiles();
  const dist = join(folder, 'electron');
  cpSync(electron, dist, { recursive: true, verbatimSymlinks: true });
  rmSync(join(dist, 'resources/default_app.asar'), { force: true });
  return {
    electronDist: dist,
    electronVersion: readFileSync(join(dist, 'version'), 'utf8').trim(),
    extraMetadata: { main: 'test/electron-runtime/bootstrap.cjs' },
    files: ['test/electron-runtime/*.cjs'],
  };
}

async function checkFuses(): Promise<void> {
  const wire = await getCurrentFuseWire(PROGRAM);
  const on = (fuse: FuseV1Options) => Number(wire[fuse]) === '1'.charCodeAt(0);
  const wrong = [
    on(FuseV1Options.RunAsNode),
    on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    on(FuseV1Options.EnableNodeCliInspectArguments),
    !on(FuseV1Options.OnlyLoadAppFromAsar),
    !on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    !on(FuseV1Options.EnableCookieEncryption),
  ].some(Boolean);
  if (wrong) throw new Error(`The fuses of ${PROGRAM} are not those of electron-builder.yml.`);
  console.log('Fuses: as configured.');
}

/** That the program has the native module of its own system, outside its archive, and no other. */
function checkNative(): void {
  const place = join(OPT, 'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds');
  const modules = readdirSync(place).join(', ');
  if (modules !== 'linux-x64.node') throw new Error(`${place} has ${modules}, not linux-x64.node alone.`);
}

/** That desktops know the kinds of files, and open them with the program. */
function checkKinds(): void {
  const files = mkdtempSync(join(folder, 'files-'));
  for (const [name, kind] of Object.entries(KINDS)) {
    const file = join(files, name);
    writeFileSync(file, '{}');
    const known = run('gio', 'info', '--attributes=standard::content-type', file);
    if (!known.includes(`standard::content-type: ${kind}`))
      throw new Error(`${name} is no ${kind}: ${known}`);
    if (!run('gio', 'mime', kind).includes(basename(ENTRY)))
      throw new Error(`${basename(ENTRY)} does not open ${kind}.`);
  }
  console.log(`Files: ${Object.keys(KINDS).length} kinds are known and opened.`);
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8' });
}

/** What the menu of a desktop would run, in a network of its own that has loopback only. */
async function use(): Promise<void> {
  const command = /^Exec=(.*?) %U$/m.exec(readFileSync(ENTRY, 'utf8'))?.[1];
  if (command === undefined) throw new Error(`${ENTRY} has no Exec with %U.`);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const file = join(home, 'Mine.flow.yaml');
  writeFileSync(file, 'steps:\n  - request: GET /v1/accounts\n');
  for (const path of [home, file]) chownSync(path, NOBODY, NOBODY);
  const script = `ip link set lo up && exec "$0" "$@"`;
  const driver = join(ROOT, 'scripts/lib/use-package.ts');
  const child = spawn(
    'unshare',
    ['--net', 'sh', '-c', script, process.execPath, driver, command, home, file],
    {
      stdio: 'inherit',
    },
  );
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error('The installed program cannot be used.');
  if (readdirSync(home).length === 0)
    throw new Error('The program has kept nothing in the home of its user.');
}

function dpkg(...args: string[]): void {
  execFileSync('dpkg', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The files of the machine that a package may bring. */
function listing(): string[] {
  const places = [
    '/opt',
    '/usr/bin',
    '/usr/share/applications',
    '/usr/share/mime/packages',
    '/usr/share/mime/application',
    '/etc/apparmor.d',
    '/etc/alternatives',
  ];
  const icons = '/usr/share/icons/hicolor';
  return [
    ...places,
    ...(existsSync(icons) ? readdirSync(icons).map((size) => join(icons, size, 'apps')) : []),
  ]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => join(place, name)));
}
