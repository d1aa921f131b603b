/**
 * `npm run check:install`: the package for npm on each Node.js that people have it on. Installs those from the npm registry in a temporary
 * folder, and runs test/full/core/npm-package.test.ts with each: as an ordinary user (if you are root), with umask 077, an empty home and a
 * working folder that cannot be written. A Node.js that is too old must be told so in one sentence.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackage } from '../test/support/npm-package.ts';

const ROOT = join(import.meta.dirname, '..');
/** The lowest that the package accepts, and the newest of each line. */
const ACCEPTED = ['22.19.0', '22', '24'];
const TOO_OLD = ['20', '22.18.0'];
const TEST = 'test/full/core/npm-package.test.ts';
const { platform, arch } = process;
const library = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

const folder = mkdtempSync(join(tmpdir(), 'tpp-install-'));
chmodSync(folder, 0o755);
try {
  for (const wanted of TOO_OLD) checkRefusal(nodeOf(wanted));
  for (const wanted of ACCEPTED) checkTests(nodeOf(wanted));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns its program */
function nodeOf(wanted: string): string {
  const place = join(folder, wanted);
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-save', '--prefix', place];
  execFileSync('npm', ['install', ...options, `${library}@${wanted}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(place, 'node_modules', library, 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

function checkRefusal(node: string): void {
  const version = versionOf(node);
  const place = mkdtempSync(join(folder, 'package-'));
  linkPackage(place);
  const program = join(place, 'node_modules/tpp-workbench/lib/tpp-workbench.js');
  const { status, stdout, stderr } = spawnSync(node, [program, 'bank', '--json'], { encoding: 'utf8' });
  const says = `this is Node.js ${version.slice(1)}. Install a newer Node.js from https://nodejs.org.\n`;
  if (status !== 2 || stdout !== '' || !stderr.endsWith(says) || stderr.split('\n').length !== 2)
    fail(`${version}: expected one sentence and status 2, not status ${status} and ${stdout}${stderr}`);
  else console.log(`${version}: told that it is too old.`);
}

function checkTests(node: string): void {
  const version = versionOf(node);
  const { status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter', 'dot', TEST],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TPP_USERS_NODE: node } },
  );
  if (status === 0) console.log(`${version}: installed and used.`);
  else fail(`${version}: ${TEST} failed.`);
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
