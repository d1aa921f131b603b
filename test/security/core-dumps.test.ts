/** What the kernel writes when a host crashes holds no private key: it leaves the memory out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { programFile } from '../support/programs.ts';
import { secretsIn, textSecret } from '../support/secrets.ts';

const HOST = programFile('browserHost');
/** Known to be in the memory. */
const SECRET = 'hvelvets hemmelige ord 0815';
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
      // Machines that hand dumps to a program leave no file here; the filter above holds for them too.
      const dumps = readdirSync(folder).filter((name) => name.startsWith('core'));
      for (const dump of dumps)
        expect(secretsIn(readFileSync(join(folder, dump)), [textSecret('a secret', SECRET)])).toEqual([]);
    } finally {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
