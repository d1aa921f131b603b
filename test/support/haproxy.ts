/** A real HAProxy, of Debian's package, in the foreground. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';

export interface Haproxy {
  /** Of its first process, which has started the one that works. */
  pid: number;
  /** Reads its configuration again, as `systemctl reload haproxy` makes it. */
  reload: () => void;
  stop: () => Promise<void>;
}

/** @param config file */
export function startHaproxy(config: string): Haproxy {
  // Not everybody has it in the path.
  const child = spawn('/usr/sbin/haproxy', ['-W', '-q', '-f', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    reload: () => void child.kill('SIGUSR2'),
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Addresses of loopback that no other test has, so that every port of theirs is free. Only Linux has them all. */
export function ownAddresses(): (last: number) => string {
  const [second, third] = [randomInt(1, 255), randomInt(1, 255)];
  return (last) => `127.${second}.${third}.${last}`;
}
