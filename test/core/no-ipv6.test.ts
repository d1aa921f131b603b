/** A machine without IPv6, where nothing can listen on the other loopback address. A whole one is in test/full/core/no-ipv6.test.ts. */
import { createServer, Server } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Listener } from '../../shared/node/http-server.ts';

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
