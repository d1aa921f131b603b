/** What an earlier workbench kept is read in the present form: rows of the history, and open tabs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../shared/node/sqlite/database.ts';
import type { Workbench } from '../../main/core/workbench.ts';
import { HISTORY_MIGRATIONS, WORKBENCH_MIGRATIONS } from '../../main/core/store/migrations.ts';
import { fresh } from '../../shared/request/compose.ts';
import { callCore, startCore } from '../support/workbench.ts';

let folder: string;
let workbench: Workbench | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tpp-earlier-'));
  workbench = null;
});
afterEach(async () => {
  await workbench?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A row as workbench 0.1.0 wrote it before requests had one form. @param draft left out in the earliest rows */
function keepRow(
  draft: object | undefined,
  found: { explanation?: unknown; links?: unknown; verdicts?: unknown } = {},
): void {
  const db = openDatabase({
    folder,
    file: 'history.db',
    migrations: HISTORY_MIGRATIONS,
    synchronous: 'NORMAL',
  });
  const detail = {
    operation: 'createPayment',
    ...(draft === undefined ? {} : { draft }),
    prepared: {
      url: 'https://localhost:8443/v1/payments/sepa-credit-transfers',
      headers: [],
      signing: { lines: [], keyId: 'SN=1,CA=x', text: '', header: '', replaced: false },
    },
    requestBody: '{"a":1}',
    response: null,
    verdicts: [],
    links: [],
    explanation: null,
    ...found,
  };
  const path = '/v1/payments/sepa-credit-transfers';
  db.prepare(
    `INSERT INTO exchange (id, at, title, method, path, status, duration, failure, detail, body, body_file, body_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    'old',
    1,
    'Create a payment',
    'POST',
    path,
    null,
    null,
    'no answer',
    JSON.stringify(detail),
    Buffer.alloc(0),
    null,
    0,
  );
  db.close();
}

it('a history row with the draft as it was sent is read', async () => {
  keepRow({
    method: 'POST',
    path: '/v1/payments/sepa-credit-transfers',
    headers: [['psu-ip-address', '{{ip}}']],
    body: '{"a":"{{word}}"}',
    fault: 'no-digest',
  });
  workbench = await startCore(folder);
  const { request, operation } = await callCore(workbench, 'history.read', { id: 'old' });
  expect(request).toEqual({
    ...fresh('createPayment'),
    params: { 'payment-product': 'sepa-credit-transfers' },
    headers: { 'psu-ip-address': '{{ip}}' },
    body: '{"a":"{{word}}"}',
    fault: 'no-digest',
  });
  expect(operation).toBe('createPayment');
});

it('a history row without a draft gets its values filled in again', async () => {
  keepRow(undefined);
  workbench = await startCore(folder);
  const { request } = await callCore(workbench, 'history.read', { id: 'old' });
  expect(request).toMatchObject({ operation: 'createPayment', headers: {}, body: '{"a":1}', line: null });
});

it('a history row whose draft is not a request is still shown', async () => {
  keepRow({ method: 'BREW', path: 'coffee' });
  workbench = await startCore(folder);
  expect(await callCore(workbench, 'history.read', { id: 'old' })).toMatchObject({
    title: 'Create a payment',
    request: null,
  });
});

it('a history row with more links, verbs and words than can be shown is bounded when it is read', async () => {
  const verbs = Array.from({ length: 10_000 }, () => 'GET');
  const links = Array.from({ length: 60 }, (_, at) => ({ name: `l${at}`, href: '/v1/x', verbs }));
  keepRow(undefined, { links, verdicts: [{ holds: 'no', text: 'x'.repeat(10_000), rule: 'SVC-3' }] });
  workbench = await startCore(folder);
  const read = await callCore(workbench, 'history.read', { id: 'old' });
  expect(read.links).toHaveLength(50);
  expect(read.links[0]?.verbs).toEqual(['GET']);
  expect(read.linksLeftOut).toBe(10);
  expect(read.verdicts[0]?.text).toHaveLength(2001);
});

it('a history row with more notes than can be shown is bounded when it is read', async () => {
  const explanation = {
    check: 'body',
    rule: 'PAY-2',
    text: 'x'.repeat(1_000_000),
    hint: null,
    notes: Array.from({ length: 50_000 }, () => 'note'),
    signingLines: null,
    digest: null,
    expectedKeyId: null,
    clockDifference: null,
  };
  keepRow(undefined, { explanation });
  workbench = await startCore(folder);
  const read = await callCore(workbench, 'history.read', { id: 'old' });
  expect(read.explanation?.text).toHaveLength(100_001);
  expect(read.explanation?.notes).toHaveLength(1000);
});

it('tabs with the fields of the request beside their own, and tabs without tests, are read', async () => {
  const db = openDatabase({
    folder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
  });
  const earlier = {
    id: 'one',
    operation: 'listAccounts',
    params: {},
    query: { withBalance: 'true' },
    overrides: { 'x-own': 'y' },
    body: '',
    fault: null,
    answerId: null,
  };
  const later = { ...earlier, id: 'two', path: 'A/B', line: 'GET /v1/nowhere', raw: 'GET' };
  const testless = {
    id: 'three',
    path: null,
    seen: 'abc',
    answerId: null,
    request: {
      operation: 'listAccounts',
      params: {},
      query: { withBalance: 'true' },
      headers: { 'x-own': 'y' },
      body: '',
      fault: null,
      line: null,
      raw: null,
    },
  };
  db.prepare("INSERT OR REPLACE INTO meta VALUES ('drafts', ?)").run(
    JSON.stringify({ tabs: [earlier, later, testless], active: 'two' }),
  );
  db.close();
  workbench = await startCore(folder);
  const { request } = testless;
  expect(await callCore(workbench, 'drafts.read', { window: 'w' })).toEqual({
    tabs: [
      { id: 'one', path: null, seen: null, answerId: null, request, tests: {} },
      {
        id: 'two',
        path: 'A/B',
        seen: null,
        answerId: null,
        request: { ...request, line: 'GET /v1/nowhere', raw: 'GET' },
        tests: {},
      },
      { id: 'three', path: null, seen: 'abc', answerId: null, request, tests: {} },
    ],
    active: 'two',
  });
});
