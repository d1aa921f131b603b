/** `npm start`: builds, then starts the workbench in Electron if possible, otherwise in a browser, and prints which and why. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildAll, buildForBrowser } from './build.ts';
import { officialElectron } from './lib/electron.ts';
import { KEEP_COMPILED_CODE } from '../shared/node/compile-cache.ts';

const ROOT = join(import.meta.dirname, '..');
/** Marks that Electron cannot be downloaded, so that later starts do not wait for it again. */
const MARK = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'tpp-workbench',
  'electron-download-failed',
);
const DOWNLOAD_LIMIT = 300_000;

const args = process.argv.slice(2);
const reason = await whyNoElectron();
if (reason === null) {
  await buildAll();
  console.log('Starting the TPP Workbench in its own window (Electron).');
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  hand(officialElectron() ?? '', [...sandbox, ROOT, ...args]);
} else {
  const program = await buildForBrowser();
  console.log(`Starting the TPP Workbench in a browser. ${reason}`);
  hand(process.execPath, [program, ...args]);
}

/** Null if Electron can run, otherwise the reason as a sentence. */
async function whyNoElectron(): Promise<string | null> {
  if (args.includes('--browser')) {
    args.splice(args.indexOf('--browser'), 1);
    return 'The option --browser was given.';
  }
  const { platform, env } = process;
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return 'This machine has no display.';
  if (officialElectron() !== null) return null;
  if (existsSync(MARK)) return `An earlier download of Electron failed. Delete ${MARK} to try again.`;
  console.log('Downloading Electron (about 110 MB, only once)…');
  const failure = await installElectron();
  if (failure === null) return null;
  mkdirSync(join(MARK, '..'), { recursive: true });
  writeFileSync(MARK, new Date().toISOString());
  return `Electron could not be downloaded: ${failure} To try again at the next start, delete ${MARK}.`;
}

/** Null if Electron is there, otherwise why not, as a sentence. */
function installElectron(): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], {
      stdio: ['ignore', 'inherit', 'pipe'],
      timeout: DOWNLOAD_LIMIT,
    });
    let errors = '';
    // The beginning names the error; a stack follows.
    child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(0, 10_000)));
    child.on('error', (error) => resolve(`${error.message}.`));
    child.on('close', () => resolve(officialElectron() === null ? causeIn(errors) : null));
  });
}

/** The line that names the error in what a program has printed. */
function causeIn(errors: string): string {
  const lines = errors.split('\n').map((line) => line.trim());
  const named = lines.find((line) => /^(?:\w*Error|.*\bE[A-Z]{4,}\b)/.test(line)) ?? lines.find(Boolean);
  return named === undefined
    ? 'it took too long.'
    : `${named.replace(/^\w*Error: /, '').replace(/\.$/, '')}.`;
}

/** Hands the terminal over to the program: it receives the signals, and its exit status becomes this script's. */
function hand(command: string, commandArgs: readonly string[]): void {
  const child = spawn(command, commandArgs, {
    stdio: 'inherit',
    env: { ...KEEP_COMPILED_CODE, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`The workbench cannot be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
