/** What the host prints and logs, also when calls go wrong and when it is killed, holds neither key nor password. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { letIn, startHostProcess } from '../support/browser-host.ts';
import { OpenSsl } from '../support/openssl-fixtures.ts';
import { keySecret, secretsIn, textSecret } from '../support/secrets.ts';

const PASSWORD = 'Fil-passord 4711 Ægir';
const PASSPHRASE = 'hvelvets hemmelige ord 0815';

it('no secret is logged by an import, a wrong passphrase, malformed calls or a sudden end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tpp-log-'));
  const openssl = new OpenSsl();
  openssl.selfSigned('own', ['rsa:2048']);
  openssl.write('password', PASSWORD);
  openssl.run('pkcs12 -export -in own.pem -inkey own-key.pem -out own.pfx -passout file:password');
  const secrets = [
    keySecret('the private key', openssl.read('own-key.pem').toString()),
    textSecret('the password', PASSWORD),
    textSecret('the passphrase', PASSPHRASE),
  ];
  const { child, printed, url } = await startHostProcess(folder);
  try {
    const { post } = await letIn(url);
    const call = async (method: string, input: unknown) =>
      (await post(`rpc/${method}`, JSON.stringify(input))).json() as Promise<{
        ok: boolean;
        value?: { kind?: string; id?: string };
      }>;
    const pfx = new Uint8Array(openssl.read('own.pfx'));
    const uploaded = (await (await post('upload?name=own.pfx', pfx)).json()) as { value: { id: string } };
    const files = [uploaded.value.id];
    expect((await call('certificates.import', { files, password: PASSWORD })).value?.kind).toBe(
      'passphrase-needed',
    );
    expect((await call('vault.protect', { passphrase: PASSPHRASE, current: null })).ok).toBe(true);
    expect((await call('certificates.import', { files, password: null })).value?.kind).toBe('imported');
    const wrong = [
      await call('vault.unlock', { passphrase: `${PASSPHRASE}!` }),
      await call('vault.protect', { passphrase: PASSPHRASE, current: 1 }),
      await call('certificates.import', { files: PASSWORD, password: PASSWORD }),
      await call('certificates.import', { files: [PASSWORD], password: PASSWORD }),
    ];
    expect(wrong.map(({ ok }) => ok)).toEqual([false, false, false, false]);
    expect(secretsIn(Buffer.from(JSON.stringify(wrong)), secrets)).toEqual([]);
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGABRT');
    await ended;
    expect(secretsIn(Buffer.concat(printed), secrets)).toEqual([]);
    const log = readFileSync(join(folder, 'logs/workbench.log'));
    expect(log.toString()).toContain('is starting (Node.js');
    expect(secretsIn(log, secrets)).toEqual([]);
  } finally {
    child.kill('SIGKILL');
    openssl.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
