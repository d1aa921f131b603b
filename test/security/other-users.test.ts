/** What another user of the machine sees of a running browser host: files, arguments and environments of all processes. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { letIn, startHostProcess } from '../support/browser-host.ts';
import { programFile } from '../support/programs.ts';

const PROGRAM = programFile('browserHost');
const canActAsNobody = process.platform === 'linux' && process.getuid?.() === 0;
const NOBODY = 65_534;

const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A data folder that existed before, and that everybody may list. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-others-'));
  chmodSync(folder, 0o755);
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads as nobody whatever can be read: everything below the folders, and what /proc shows of every process. */
const LOOK = `
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
process.setgroups([]);
process.setgid(${NOBODY});
process.setuid(${NOBODY});
const read = (file) => { try { return readFileSync(file); } catch { return null; } };
const list = (folder) => { try { return readdirSync(folder, { withFileTypes: true }); } catch { return []; } };
const secrets = JSON.parse(process.env.LOOK_FOR);
const found = [];
const look = (file) => {
  const bytes = read(file);
  if (bytes !== null) for (const secret of secrets) if (bytes.includes(secret)) found.push(file);
};
const walk = (folder) => {
  for (const entry of list(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else if (entry.isFile()) look(path);
  }
};
process.argv.slice(1).forEach(walk);
let seen = 0;
for (const { name } of list('/proc')) {
  if (!/^\\d+$/.test(name) || name === String(process.pid)) continue;
  if (read(join('/proc', name, 'cmdline')) !== null) seen += 1;
  for (const piece of ['cmdline', 'environ', 'comm', 'status', 'maps']) look(join('/proc', name, piece));
  for (const { name: fd } of list(join('/proc', name, 'fd'))) look(join('/proc', name, 'fd', fd));
}
console.log(JSON.stringify({ found, seen, uid: process.getuid() }));
`;

interface Seen {
  found: string[];
  seen: number;
  uid: number;
}

function seenByNobody(secrets: readonly string[], folders: readonly string[]): Seen {
  // The secrets are in its own environment, which it does not look at.
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', LOOK, ...folders], {
    env: { LOOK_FOR: JSON.stringify(secrets) },
    encoding: 'utf8',
  });
  return JSON.parse(text) as Seen;
}

/** A stand-in for the program that opens the system's browser. */
function browserStandIn(folder: string): { path: string; argumentsOf: () => string[] } {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const file = join(bin, 'xdg-open');
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/arguments.new"\nmv "${folder}/arguments.new" "${folder}/arguments"\n`,
  );
  chmodSync(file, 0o755);
  return {
    path: bin,
    argumentsOf: () => readFileSync(join(folder, 'arguments'), 'utf8').trim().split('\n'),
  };
}

it.runIf(canActAsNobody)(
  'nobody can read what lets a browser in, nor a key, while the host runs',
  async () => {
    const folder = openFolder();
    const host = await startHostProcess(folder);
    ended.push(() => host.child.kill('SIGKILL'));
    // The host closes its folder to others. Each file must be closed by itself, too.
    expect(statSync(folder).mode & 0o077).toBe(0);
    chmodSync(folder, 0o755);
    const page = readFileSync(join(folder, 'open-workbench.html'), 'utf8');
    const [, key = ''] = /value="([\w-]+)"/.exec(page) ?? [];
    const { cookie, place } = await letIn(host.url);
    const secrets = [
      key,
      cookie.split('=')[1] ?? '',
      place,
      new URL(host.url).pathname.split('/')[2] ?? '',
      'PRIVATE KEY',
      readFileSync(join(folder, 'vault.key')).toString('latin1').trim(),
    ];
    expect(secrets.filter((secret) => secret.length < 11)).toEqual([]);
    const seen = seenByNobody(secrets, [folder]);
    expect(seen.uid).toBe(NOBODY);
    expect(seen.seen).toBeGreaterThan(1);
    expect(seen.found).toEqual([]);
    // It would find something that everybody may read.
    writeFileSync(join(folder, 'canary.txt'), key, { mode: 0o644 });
    expect(seenByNobody([key], [folder]).found).toEqual([join(folder, 'canary.txt')]);
  },
);

it.runIf(process.platform === 'linux')(
  "the system's browser gets the name of a file that only this user can read",
  async () => {
    const folder = openFolder();
    const data = join(folder, 'data');
    const { path, argumentsOf } = browserStandIn(folder);
    const start = (...options: string[]) => {
      const child = spawn(process.execPath, [PROGRAM, '--data', data, ...options], {
        env: { ...process.env, DISPLAY: ':0', PATH: `${path}${delimiter}${process.env['PATH'] ?? ''}` },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      ended.push(() => child.kill('SIGKILL'));
      let text = '';
      const printed = new Promise<string>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          const [address] = /http:[^\s"]+(?=[\s"])/.exec(text) ?? [];
          if (address !== undefined) resolve(address);
        });
      });
      return { child, printed };
    };
    const first = start();
    const address = await first.printed;
    await expect.poll(() => readdirSync(folder)).toContain('arguments');
    const given = argumentsOf();
    expect(given).toEqual([join(data, 'open-workbench.html')]);
    expect(statSync(given[0] ?? '').mode & 0o777).toBe(0o600);
    // The file leads in, as the browser would use it, and the printed address does, too: once.
    const page = readFileSync(given[0] ?? '', 'utf8');
    const [, action = '', key = ''] = /action="([^"]+)".*value="([\w-]+)"/s.exec(page) ?? [];
    const opened = await fetch(action, {
      method: 'POST',
      body: new URLSearchParams({ key }),
      redirect: 'manual',
    });
    expect(opened.headers.get('set-cookie')).toContain('HttpOnly');
    expect((await letIn(address)).cookie).not.toBe('');
    expect((await letIn(address)).cookie).toBe('');
    // Started again, it prints a new address and ends; the workbench runs on.
    for (const options of [[], ['--json']]) {
      const second = start(...options);
      const code = new Promise((resolve) => second.child.once('exit', resolve));
      const other = await second.printed;
      expect(other).not.toBe(address);
      expect(await code).toBe(0);
      expect((await letIn(other)).cookie).not.toBe('');
    }
    // The file does not outlive the host.
    const gone = new Promise((resolve) => first.child.once('exit', resolve));
    first.child.kill('SIGTERM');
    await gone;
    expect(readdirSync(data)).not.toContain('open-workbench.html');
  },
);

it('a port that is in use ends the host with a sentence', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const folder = openFolder();
  const child = spawn(process.execPath, [PROGRAM, '--json', '--data', folder, '--port', port], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  ended.push(() => child.kill('SIGKILL'));
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, text.trim()]).toEqual([
    2,
    `Port ${port} is in use. Choose another with --port, or 0 for any free port.`,
  ]);
});

it.runIf(process.platform !== 'win32')('a file with a signature is only for this user', () => {
  const folder = openFolder();
  const cli = (...args: string[]) =>
    execFileSync(process.execPath, [programFile('cli'), ...args], { cwd: folder });
  cli('cert', 'make', '--out', 'made');
  // Written anew, and in place of a file that was closed to others.
  for (const before of [null, 0o600]) {
    if (before !== null) writeFileSync(join(folder, 'kept'), '', { mode: before });
    const out = before === null ? 'new' : 'kept';
    cli('sign', '--cert', 'made/tpp.pem', '--url', 'https://bank.example/v1/user', '--out', out);
    expect(readFileSync(join(folder, out), 'utf8')).toContain('Signature: ');
    expect(statSync(join(folder, out)).mode & 0o777).toBe(0o600);
  }
});
