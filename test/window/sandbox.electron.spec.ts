/** Chromium's sandbox, with which the product runs. It does not work for root, so where the tests run as root another user starts it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { windowEnvironment } from '../support/given-date.ts';
import { expect, test } from './fixtures.ts';

const ROOT = join(import.meta.dirname, '../..');
/** `nobody`. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A page's process, as the kernel describes it. */
function pageProcess(dataFolder: string): { seccomp: string; newRights: string } | null {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('--type=renderer') || !command.includes(dataFolder)) continue;
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const value = (name: string) => new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? '';
      return { seccomp: value('Seccomp'), newRights: value('NoNewPrivs') };
    } catch {
      // It has ended in the meantime.
    }
  }
  return null;
}

test("the window's page runs in Chromium's sandbox", { tag: '@linux' }, async () => {
  const namespaces = spawnSync('unshare', ['--user', '--map-root-user', 'true'], OTHER_USER).status;
  expect(namespaces, 'The sandbox needs user namespaces, which this machine does not give.').toBe(0);
  const folder = mkdtempSync(join(tmpdir(), 'tpp-sandbox-'));
  try {
    // Another user can read neither root's cache nor, perhaps, this folder.
    const executable = process.env['TPP_ELECTRON'] ?? '';
    const runtime = dirname(dirname(executable));
    execFileSync('cp', ['-a', '--reflink=auto', runtime, join(folder, 'runtime')]);
    const parts = [
      'dist',
      'test/electron-runtime',
      'test/support/given-date.cjs',
      'node_modules/better-sqlite3',
    ];
    for (const part of parts) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    const dataFolder = join(folder, 'data');
    mkdirSync(dataFolder);
    const screen = join(folder, 'screen');
    const { XAUTHORITY } = process.env;
    if (XAUTHORITY !== undefined) copyFileSync(XAUTHORITY, screen);
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    if (OTHER_USER.uid !== undefined)
      execFileSync('chown', ['-R', `${OTHER_USER.uid}:${OTHER_USER.gid}`, dataFolder]);

    const child = spawn(
      executable.replace(runtime, () => join(folder, 'runtime')),
      [join(folder, 'test/electron-runtime/bootstrap.cjs'), `--data=${dataFolder}`],
      {
        ...OTHER_USER,
        stdio: 'ignore',
        env: {
          ...windowEnvironment().env,
          NODE_OPTIONS: '',
          HOME: dataFolder,
          ...(XAUTHORITY !== undefined && { XAUTHORITY: screen }),
        },
      },
    );
    const ended = once(child, 'exit');
    // 2: only the calls that Chromium's filter lets through.
    await expect
      .poll(() => pageProcess(dataFolder), { timeout: 60_000 })
      .toEqual({ seccomp: '2', newRights: '1' });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
