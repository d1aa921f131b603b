/** A machine without IPv6, where nothing can listen on the other loopback address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ensureDebianPackages } from '../../scripts/lib/debian.ts';
import { Listener } from '../../shared/node/listening.ts';

/** What a shell in a network of its own does before it starts the program. */
const ALONE = 'ip link set lo up && echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && exec "$0" "$@"';
const PROGRAM = join(import.meta.dirname, '../support/machine-without-ipv6.ts');

it.runIf(process.platform === 'linux')(
  'the workbench and its bank start, and their listeners answer on 127.0.0.1',
  async () => {
    ensureDebianPackages(['iproute2']);
    const folder = mkdtempSync(join(tmpdir(), 'tpp-no-ipv6-'));
    try {
      const own = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];
      const child = spawn('unshare', [...own, 'sh', '-c', ALONE, process.execPath, PROGRAM, folder]);
      let printed = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code, printed).toBe(0);
      expect(JSON.parse(printed)).toEqual({ sixth: 'EADDRNOTAVAIL', status: 201, opened: [200, 200] });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

describe('a listener', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Listening on ::1 fails, as the system says it. */
  function refuseSixth(code: string): void {
    const listen = vi.spyOn(Server.prototype, 'listen');
    listen.mockImplementation(function (this: Server, ...args: unknown[]) {
      if (args[1] === '::1')
        queueMicrotask(() => this.emit('error', Object.assign(new Error(code), { code })));
      else {
        listen.mockRestore();
        this.listen(...(args as [number, string, () => void]));
        refuseSixth(code);
      }
      return this;
    });
  }

  it.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('goes without it if the system says %s', async (code) => {
    const made = new Listener(createServer(), null);
    refuseSixth(code);
    await made.open(0);
    expect([made.isOpen, made.port > 0]).toEqual([true, true]);
    await made.close();
  });
  it.each(['EACCES', 'EMFILE'])('is not half open if the system says %s', async (code) => {
    const made = new Listener(createServer(), null);
    refuseSixth(code);
    await expect(made.open(0)).rejects.toThrow(code);
    expect(made.isOpen).toBe(false);
  });
});
