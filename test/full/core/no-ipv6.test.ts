/** A machine without IPv6, where nothing can listen on the other loopback address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureDebianPackages } from '../../../scripts/lib/debian.ts';

/** What a shell in a network of its own does before it starts the program. */
const ALONE = 'ip link set lo up && echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && exec "$0" "$@"';
const PROGRAM = join(import.meta.dirname, '../../support/machine-without-ipv6.ts');

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
);
