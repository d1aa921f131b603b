/** The demonstrations need nothing outside: all of them, in a network without a route. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureDebianPackages } from '../../../scripts/lib/debian.ts';
import { expect, test } from '../../window/fixtures.ts';
import type { PlayedAll } from './offline/play-all.ts';

test(
  'all play to their end in a network without a route, twice with the same diagram and exports',
  { tag: '@linux' },
  async ({ dataFolder }, info) => {
    ensureDebianPackages(['iproute2']);
    const host = info.project.name.startsWith('electron') ? 'electron' : 'browser';
    const own = process.getuid?.() === 0 ? ['--net'] : ['--net', '--map-root-user'];
    const alone = ['sh', '-c', 'ip link set lo up && exec "$0" "$@"'];
    const program = [process.execPath, join(import.meta.dirname, 'offline/play-all.ts'), host, dataFolder];
    const { stdout } = await promisify(execFile)('unshare', [...own, ...alone, ...program]);
    const { outside, played } = JSON.parse(stdout) as PlayedAll;
    expect(outside).toBe('ENETUNREACH');
    expect(Object.keys(played)).toHaveLength(13);
    for (const [name, times] of Object.entries(played)) {
      const [first, second] = times;
      const last = Number(/of (\d+)/.exec(first?.steps ?? '')?.[1]);
      expect(first?.steps, name).toBe(
        Array.from({ length: last }, (_, at) => `Step ${at + 1} of ${last}`).join(', '),
      );
      expect(second, name).toEqual(first);
    }
  },
);
