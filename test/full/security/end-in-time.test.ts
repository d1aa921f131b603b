/** SIGTERM ends a host within two seconds, whatever it is doing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { pbmac1Pfx } from '../../support/hostile-files.ts';
import { type HostProcess, startedHost } from '../../support/host-process.ts';
import { firstOrder } from '../../../shared/contract/certificates.ts';

/** Work that nothing interrupts, and whether the end of a process must wait for it. */
const WORK: readonly [what: string, begin: (host: HostProcess) => Promise<unknown>][] = [
  [
    'an import of 10 million rounds',
    async (host) => {
      const files = [await host.upload('slow.pfx', pbmac1Pfx(10_000_000, 128))];
      return host.call('certificates.import', { files, password: 'æøå' });
    },
  ],
  [
    'several keys of 4096 bits',
    (host) =>
      Promise.all(
        Array.from({ length: 4 }, () =>
          host.call('certificates.make', { ...firstOrder(Date.now()), bits: 4096 }),
        ),
      ),
  ],
];

it.each(WORK)('%s does not keep the host from ending', async (_, begin) => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-end-'));
  const host = await startedHost(folder);
  try {
    const cut = begin(host).catch((error: unknown) => error);
    // Answered after the work has begun: the calls before it were sent first, on the same machine.
    await host.call('app.status', {});
    const start = performance.now();
    host.child.kill('SIGTERM');
    await host.ended;
    // Two seconds, and as much again for a machine that does other things too.
    expect(performance.now() - start).toBeLessThan(4000);
    await cut;
  } finally {
    host.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
