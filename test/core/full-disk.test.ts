/** Where there is no room left: what the bank has answered is shown, and the reason is told. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dispatcher } from '../../main/core/dispatch.ts';
import type { Handlers } from '../../shared/contract/methods.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { startBigBank } from '../support/big-bank.ts';
import { fillDisk } from '../support/full-disk.ts';
import { callCore, startCore, chooseBank } from '../support/workbench.ts';

let folder: string;
let empty: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-full-'));
});
afterEach(() => {
  empty?.();
  rmSync(folder, { recursive: true, force: true });
});

it('a full disk is named as the cause, any other internal failure is not', async () => {
  const failing = (code: string) =>
    dispatcher(
      new Proxy({} as Handlers, {
        get: () => () => Promise.reject(Object.assign(new Error('inner'), { code })),
      }),
      () => undefined,
    );
  const answer = (code: string) => failing(code)('drafts.read', { window: 'w' });
  for (const code of ['SQLITE_FULL', 'ENOSPC'])
    expect(await answer(code)).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining('The disk is full, so nothing was changed. Free some space'),
      },
    });
  expect(await answer('SQLITE_CORRUPT')).toMatchObject({
    ok: false,
    error: {
      message:
        'drafts.read failed because of an error in the workbench. No data was changed. The log has the details: logs/workbench.log in the data folder.',
    },
  });
});

it('a response that the history cannot keep is still returned, with the reason', async () => {
  empty = fillDisk('history');
  const workbench = await startCore(folder);
  try {
    const exchange = await callCore(
      workbench,
      'requests.send',
      requestOf({
        method: 'POST',
        path: '/v1/bank-offered-consents',
        headers: [],
        body: '',
      }),
    );
    expect(exchange.status).toBe(201);
    expect(exchange.response?.body).toContain('scaRedirect');
    expect(exchange.notKept).toContain('This exchange was not saved in the history: the disk is full.');
    expect((await callCore(workbench, 'history.list', { search: '' })).exchanges).toEqual([]);
  } finally {
    await workbench.stop();
  }
});

it('a response is returned when nothing that follows from it can be stored', async () => {
  empty = fillDisk('work');
  const workbench = await startCore(folder);
  try {
    const exchange = await callCore(workbench, 'requests.send', fresh('createConsent'));
    expect(exchange.response?.body).toContain('scaRedirect');
    expect(exchange.notKept).toContain('could not be saved: the disk is full');
    expect((await callCore(workbench, 'history.list', { search: '' })).exchanges).toHaveLength(1);
  } finally {
    await workbench.stop();
  }
});

it('a large body of such a response is not left on disk', async () => {
  empty = fillDisk('history');
  const [workbench, bank] = await Promise.all([startCore(folder), startBigBank()]);
  try {
    await chooseBank(workbench, bank);
    const exchange = await callCore(
      workbench,
      'requests.send',
      requestOf({
        method: 'GET',
        path: '/v1/accounts/5000000/transactions',
        headers: [],
        body: '',
      }),
    );
    expect(exchange.response?.bodyBytes).toBeGreaterThan(4_000_000);
    expect(exchange.notKept).toContain('the disk is full');
    expect(readdirSync(join(folder, 'bodies'))).toEqual([]);
  } finally {
    await Promise.all([workbench.stop(), bank.stop()]);
  }
});
