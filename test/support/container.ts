/**
 * What the Dockerfile starts, without a container engine: the same command line as process 1 of its own, as another user, in a root
 * that has nothing but Node.js and the package, and that cannot be written.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkPackage } from './npm-package.ts';

const DOCKERFILE = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').replaceAll(
  '\\\n',
  ' ',
);
const NATIVE = join(import.meta.dirname, '../../node_modules/better-sqlite3');
/** The user `node` of the image. */
const USER = 1000;
const IS_ROOT = process.getuid?.() === 0;

/** The JSON form of an instruction of the Dockerfile. */
function instruction(name: string): string[] {
  const text = new RegExp(`^${name}\\b[^[\\n]*(\\[.*\\])$`, 'm').exec(DOCKERFILE)?.[1];
  if (text === undefined) throw new Error(`The Dockerfile has no ${name}.`);
  return JSON.parse(text) as string[];
}

/** Of its own. Who is not root is root in there only, and can become no other user. */
const NAMESPACES = [
  ...(IS_ROOT ? [] : ['--user', '--map-root-user']),
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
];
/** As Docker does for `read_only: true` with a volume on /data. */
const SCRIPT = `set -e
mount --bind "$0" "$0"
mount --bind "$1" "$0/data"
mount -o remount,bind,ro "$0"
mount -t tmpfs tmpfs "$0/tmp"
shift
exec chroot ${IS_ROOT ? `--userspec=${USER}:${USER}` : ''} "$0" "$@"`;
const ENV = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', NODE_ENV: 'production' };

export interface Container {
  /** Starts what the image starts. @param options that override those of the image */
  start: (options: readonly string[], env: Readonly<Record<string, string>>) => ChildProcess;
  /** Sends a signal to process 1. */
  signal: (child: ChildProcess, name: NodeJS.Signals) => void;
  /** Runs the health check. @param args that follow it @returns its exit status and output */
  health: (...args: readonly string[]) => { status: number | null; stdout: string; stderr: string };
}

/** @param folder that is there and empty */
export function makeContainer(folder: string): Container {
  const root = join(folder, 'root');
  for (const path of ['app', 'data', 'tmp', 'usr/local/bin'])
    mkdirSync(join(root, path), { recursive: true });
  linkPackage(join(root, 'app'));
  for (const part of ['package.json', 'lib', 'prebuilds'])
    cpSync(join(NATIVE, part), join(root, 'app/node_modules/better-sqlite3', part), { recursive: true });
  copyNode(root);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (IS_ROOT) spawnSync('chown', [`${USER}:${USER}`, data]);
  chmodSync(folder, 0o755);
  const inNamespaces = (command: readonly string[]) => ['-c', SCRIPT, root, data, ...command];
  return {
    start: (options, env) =>
      spawn(
        'unshare',
        [
          ...NAMESPACES,
          'sh',
          ...inNamespaces([...instruction('ENTRYPOINT'), ...instruction('CMD'), ...options]),
        ],
        { stdio: ['ignore', 'pipe', 'pipe'], env: { ...ENV, ...env } },
      ),
    // The only child of `unshare` is process 1 in there.
    signal: ({ pid }, name) =>
      process.kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')), name),
    health: (...args) =>
      spawnSync('unshare', [...NAMESPACES, 'sh', ...inNamespaces([...instruction('HEALTHCHECK'), ...args])], {
        encoding: 'utf8',
        env: ENV,
      }),
  };
}

/** Node.js with its libraries, and nothing else of this machine. */
function copyNode(root: string): void {
  const copies = [[process.execPath, '/usr/local/bin/node']];
  const { stdout } = spawnSync('ldd', [process.execPath], { encoding: 'utf8' });
  for (const [path = ''] of stdout.matchAll(/\/\S+(?= \()/g)) copies.push([path, path]);
  for (const [from = '', to = ''] of copies) {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    copyFileSync(from, join(root, to));
    chmodSync(join(root, to), 0o755);
  }
}
