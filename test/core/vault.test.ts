/** Passphrases of a vault, and when it locks. Deriving a key costs next to nothing here; test/core/certificates.test.ts does it as users do. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { foldersForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  type Done = (error: Error | null, key: Buffer) => void;
  const scrypt = (passphrase: string, salt: Buffer, length: number, _: object, done: Done) =>
    crypto.scrypt(passphrase, salt, length, { N: 2 }, done);
  return { ...crypto, scrypt };
});

const PASSPHRASE = 'riktig hest batteri stift';
const { all, next } = foldersForFile('vault-passphrases');
const made = join(all, 'made');
let workbench: Workbench;

// A copy has its keys already.
beforeAll(async () => {
  await (await startCore(made)).stop();
});
beforeEach(async () => {
  const folder = next();
  cpSync(made, folder, { recursive: true });
  workbench = await startCore(folder);
});
afterEach(() => workbench.stop());

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const send = (): Promise<Exchange> =>
  call(
    'requests.send',
    requestOf({ method: 'POST', path: '/v1/bank-offered-consents', headers: [], body: '' }),
  );

it('changing the passphrase requires the current one and refuses a short one', async () => {
  await call('vault.protect', { passphrase: PASSPHRASE, current: null });
  await expect(call('vault.protect', { passphrase: 'another one', current: 'wrong' })).rejects.toThrow(
    'Wrong passphrase',
  );
  await expect(call('vault.protect', { passphrase: 'short', current: PASSPHRASE })).rejects.toThrow(
    'at least 8 characters',
  );
  await call('vault.protect', { passphrase: 'another one', current: PASSPHRASE });
  await call('vault.lock', {});
  await expect(call('vault.unlock', { passphrase: PASSPHRASE })).rejects.toThrow('Wrong passphrase');
  await call('vault.unlock', { passphrase: 'another one' });
  expect((await send()).status).toBe(201);
});
it('the vault stays locked if it is locked while the passphrase is being checked', async () => {
  await call('vault.protect', { passphrase: PASSPHRASE, current: null });
  await call('vault.lock', {});
  const state = async () => (await call('app.status', {})).vault.state;
  const opening = [
    call('vault.unlock', { passphrase: PASSPHRASE }),
    call('vault.protect', { passphrase: 'another one', current: PASSPHRASE }),
  ];
  await call('vault.lock', {});
  await Promise.all(opening);
  expect(await state()).toBe('locked');
  await call('vault.unlock', { passphrase: 'another one' });
  expect(await state()).toBe('open');
});
it('the vault locks after the configured idle time, not earlier', async () => {
  await call('vault.protect', { passphrase: PASSPHRASE, current: null });
  const locked = new Promise<void>((resolve) =>
    workbench.onEvent((name) => {
      if (name === 'status.changed')
        void call('app.status', {}).then(({ vault }) => vault.state === 'locked' && resolve());
    }),
  );
  expect((await call('app.status', {})).vault.state).toBe('open');
  await call('settings.change', { lockAfterMinutes: 0.001 });
  // Any use begins the time again, with the setting as it is now; what the window asks by itself does not.
  await call('settings.read', {});
  await call('bank.overview', { search: '' });
  await locked;
  await expect(send()).rejects.toThrow('The vault is locked');
  // These are refused as a whole, so that the window can ask for the passphrase first.
  const run = { path: '', only: [], from: null, bail: false, concurrency: 1, data: null };
  for (const [method, input] of [
    ['runs.start', run],
    ['demonstrations.start', { id: 'consent' }],
  ] as const)
    expect(await workbench.dispatch(method, input)).toMatchObject({ ok: false, error: { kind: 'locked' } });
});
it('a vault without a passphrase cannot be locked', async () => {
  await call('vault.lock', {});
  expect((await call('app.status', {})).vault.state).toBe('open');
  await expect(call('vault.unlock', { passphrase: 'x' })).rejects.toThrow('Wrong passphrase');
});
