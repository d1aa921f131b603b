/** What the kernel writes when a host crashes holds no private key: it leaves the memory out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { secretsIn, textSecret } from '../support/secrets.ts';

const HOST = join(import.meta.dirname, '../../main/browser/main.ts');
/** Known to be in the memory. */
const SECRET = 'hvelvets hemmelige ord 0815';
/** Whether the kernel writes dumps as files where the process runs. */
const AS_FILES =
  process.platform === 'linux' &&
  /^core(?:\.%p)?$/m.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'));

it.runIf(process.platform === 'linux')(
  'a dump of the browser host contains nothing from its memory',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tpp-dump-'));
    const command = `ulimit -c unlimited; exec '${process.execPath}' '${HOST}' --json --data '${join(folder, 'data')}'`;
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, SECRET },
    });
    try {
      await once(createInterface({ input: child.stdout }), 'line');
      expect(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8').trim()).toMatch(/^0+$/);
      const ended = once(child, 'exit');
      child.kill('SIGSEGV');
      await ended;
      const dumps = readdirSync(folder).filter((name) => name.startsWith('core'));
      if (AS_FILES) expect(dumps).toHaveLength(1);
      for (const dump of dumps)
        expect(secretsIn(readFileSync(join(folder, dump)), [textSecret('a secret', SECRET)])).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
