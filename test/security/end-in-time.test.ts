/** SIGTERM ends a host, whatever it is doing. test/full/security/end-in-time.test.ts has it within two seconds. */
import { expect, it } from 'vitest';
import { folderForFile } from '../support/folders.ts';
import { pbmac1Pfx } from '../support/hostile-files.ts';
import { startedHost } from '../support/host-process.ts';

const folder = folderForFile('end');

it('an import of 10 million rounds, which takes minutes and which nothing interrupts, does not keep the host from ending', async () => {
  const host = await startedHost(folder);
  try {
    const files = [await host.upload('slow.pfx', pbmac1Pfx(10_000_000, 128))];
    const cut = host.call('certificates.import', { files, password: 'æøå' }).catch((error: unknown) => error);
    // Answered after the work has begun: the calls before it were sent first, on the same machine.
    await host.call('app.status', {});
    host.child.kill('SIGTERM');
    expect(await host.ended).toBe(0);
    await cut;
  } finally {
    host.child.kill('SIGKILL');
  }
});
