/**
 * `npm run bench:bank`: the budgets of the bank, as ratios that another machine can compare; with `-- --throughput` that
 * part alone. Figures of a run are kept in docs/performance.md.
 */
import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { makeIdentity } from '../support/identity.ts';
import { create, EIRIK, leaveExactly, PEOPLE, sign } from '../support/payments.ts';
import { startProcess } from '../support/process.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';
import { measure, type Target } from './load.ts';
import { DAY } from '../../shared/time.ts';

const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-'));
const children: ChildProcess[] = [];
const rows: [what: string, figure: string, ratio: string, budget: string][] = [];

try {
  const identity = await makeIdentity();
  await benchThroughput(identity);
  if (!process.argv.includes('--throughput')) {
    await benchPages(identity);
    await benchBatch(identity);
    await benchResetAndStart();
  }
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => (row[at] ?? '').length), 6));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  console.log(line(['what', 'figure', 'ratio', 'budget']));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(row));
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

type Identity = Awaited<ReturnType<typeof makeIdentity>>;

async function startBank(
  data: string,
  ...options: string[]
): Promise<{ door: BankDoor; stop: () => Promise<void>; startMs: number }> {
  const begun = performance.now();
  const { child, ready } = await startProcess('--data', data, ...options);
  const startMs = performance.now() - begun;
  children.push(child);
  const door: BankDoor = {
    ...ready,
    caPem: readFileSync(ready.caFile, 'utf8'),
    now: Date.now,
    inspection: { somebody: () => ({ name: 'Eirik Solbakken', nationalId: PEOPLE.eirik }) },
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  return { door, stop, startMs };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A request as it goes over the wire. */
function onWire(method: string, path: string, headers: readonly (readonly [string, string])[]): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(
    [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'),
    'latin1',
  );
}

/** Signed requests for the same path, each with an X-Request-ID of its own. */
function signedRequests(tpp: Tpp, path: string, count: number): Buffer[] {
  return Array.from({ length: count }, () => onWire('GET', path, tpp.prepare({ path })));
}

/** Bank against bare server, in turns, so that both see the same machine. */
async function benchThroughput(identity: Identity): Promise<void> {
  const data = join(folder, 'throughput');
  const quiet = await startBank(data, '--quirk', 'signResponses=false');
  const signing = await startBank(join(folder, 'signing'));
  const tppOf = async (door: BankDoor) => {
    const tpp = new Tpp(door, identity);
    await tpp.consent();
    return tpp;
  };
  const [one, other] = [await tppOf(quiet.door), await tppOf(signing.door)];
  const bare = await startBare(join(data, 'pki'), one);
  const portOf = (door: BankDoor) => Number(new URL(door.apiBaseUrl).port);
  const sides: Record<'bare' | 'bank' | 'signing', () => Target> = {
    bare: () => ({ port: bare.port, ca: quiet.door.caPem, requests: bare.requests }),
    bank: () => ({
      port: portOf(quiet.door),
      ca: quiet.door.caPem,
      requests: signedRequests(one, '/v1/accounts', 200),
    }),
    signing: () => ({
      port: portOf(signing.door),
      ca: signing.door.caPem,
      requests: signedRequests(other, '/v1/accounts', 200),
    }),
  };
  const found: Record<string, number[]> = { bare: [], bank: [], signing: [] };
  for (let round = 0; round < 6; round++)
    for (const side of ['bare', 'bank', 'signing'] as const) {
      const { perSecond, statuses } = await measure(sides[side](), 16, 3000);
      if ([...statuses.keys()].join() !== '200')
        throw new Error(`${side} answered ${[...statuses.keys()].join()}`);
      // The first round warms up.
      if (round > 0) found[side]?.push(perSecond);
    }
  const [base, bank, signed] = [
    median(found['bare'] ?? []),
    median(found['bank'] ?? []),
    median(found['signing'] ?? []),
  ];
  rows.push(['bare node:https, one RSA verification, one SQLite read', `${Math.round(base)} /s`, '1.00', '']);
  rows.push([
    'bank, signed and verified GET /v1/accounts',
    `${Math.round(bank)} /s`,
    (bank / base).toFixed(2),
    '≥ 0.70',
  ]);
  rows.push([
    'the same, responses signed too (RSA-2048)',
    `${Math.round(signed)} /s`,
    (signed / base).toFixed(2),
    '',
  ]);
  await quiet.stop();
  await signing.stop();
}

async function startBare(pki: string, tpp: Tpp): Promise<{ port: number; requests: Buffer[] }> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [publicFile, signedFile, bodyFile] = ['public.pem', 'signed.txt', 'body.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const text = `date: ${new Date().toUTCString()}\nx-request-id: ${randomUUID()}\ntpp-redirect-uri: https://tpp.example/return`;
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(signedFile, text);
  writeFileSync(bodyFile, (await tpp.send({ path: '/v1/accounts' })).text);
  const files = [join(pki, 'tls-key.pem'), join(pki, 'tls.pem'), publicFile, signedFile, bodyFile];
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const line = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const signature = signBytes('RSA-SHA256', Buffer.from(text), privateKey).toString('base64');
  const { port } = JSON.parse(line) as { port: number };
  const requests = Array.from({ length: 200 }, () =>
    onWire('GET', '/v1/accounts', [
      ...tpp.prepare({ path: '/v1/accounts' }),
      ['X-Bare-Signature', signature],
    ]),
  );
  return { port, requests };
}

/** One page of 200 out of more and more transactions: the first page, the middle and the last. */
async function benchPages(identity: Identity): Promise<void> {
  let base = 0;
  for (const size of [1_000, 10_000, 100_000, 1_000_000]) {
    const data = join(folder, `pages-${size}`);
    await (await startBank(data)).stop();
    fillAccount(join(data, 'bank.db'), size);
    const { door, stop } = await startBank(data, '--quirk', 'signResponses=false');
    const tpp = new Tpp(door, identity);
    await tpp.consent();
    const { body } = await tpp.send({ path: '/v1/accounts' });
    const [account] = body['accounts'] as { resourceId: string }[];
    const path = `/v1/accounts/${encodeURIComponent(account?.resourceId ?? '')}/transactions?bookingStatus=booked`;
    const took = await pageTimes(tpp, path);
    const deep = await pageTimes(tpp, `${path}&offset=${size - 200}`);
    base ||= took;
    const figure = `${took.toFixed(2)} ms, last page ${deep.toFixed(2)} ms`;
    rows.push([
      `page of 200 out of ${size.toLocaleString('en-GB')}`,
      figure,
      (took / base).toFixed(2),
      size === 1_000_000 ? '≤ 1.50' : '',
    ]);
    await stop();
  }
}

/** Median time of a page in milliseconds, over one connection that stays open. */
async function pageTimes(tpp: Tpp, path: string): Promise<number> {
  const target = {
    port: Number(new URL(tpp.bank.apiBaseUrl).port),
    ca: tpp.bank.caPem,
    requests: signedRequests(tpp, path, 20),
  };
  const rates: number[] = [];
  for (let round = 0; round < 6; round++) {
    const { perSecond, statuses } = await measure(target, 1, 500);
    if ([...statuses.keys()].join() !== '200')
      throw new Error(`A page was answered ${[...statuses.keys()].join()}`);
    if (round > 0) rates.push(perSecond);
  }
  return 1000 / median(rates);
}

function fillAccount(file: string, size: number): void {
  const db = new Sqlite(file);
  const [account] = db.prepare<[], { id: string }>('SELECT id FROM account ORDER BY rowid LIMIT 1').all();
  db.prepare('DELETE FROM account_transaction WHERE account_id = ?').run(account?.id);
  const insert = db.prepare(
    `INSERT INTO account_transaction (id, account_id, amount, currency, booking_date, booked_at, counterparty, text, pending, code, value_date)
     VALUES (?, ?, ?, 'NOK', ?, ?, 'Torget Dagligvare', 'Varekjøp', 0, 'VISA', ?)`,
  );
  const now = Date.now();
  db.transaction(() => {
    for (let at = 0; at < size; at++) {
      // Spread over 80 days, so that all of them are in the default period.
      const bookedAt = now - DAY - Math.floor((at / size) * 80 * DAY);
      const date = new Date(bookedAt).toISOString().slice(0, 10);
      insert.run(`enc!!bench${String(at).padStart(12, '0')}`, account?.id, -100 - at, date, bookedAt, date);
    }
  })();
  db.close();
}

/** A batch of 100,000 payments: one that was made and signed over HTTPS, copied in the data. */
async function benchBatch(identity: Identity): Promise<void> {
  const count = 100_000;
  const data = join(folder, 'batch');
  const first = await startBank(data, '--clock', '2026-11-20T10:42:07+01:00');
  const door = { ...first.door, now: () => Date.parse('2026-11-20T09:42:07Z') };
  const tpp = new Tpp(door, identity);
  await leaveExactly(tpp, EIRIK, 1_000_000_000);
  await sign(tpp, await create(tpp, 'NDCT', { instructedAmount: { amount: '1.00', currency: 'NOK' } }));
  await first.stop();
  copyPayment(join(data, 'bank.db'), count - 1);
  const { door: second, stop } = await startBank(data);
  const begun = performance.now();
  const result = await control(second, 'POST', '/control/batch');
  const took = performance.now() - begun;
  if (result.body['settled'] !== count) throw new Error(`The batch settled ${JSON.stringify(result.body)}.`);
  const { body } = await control(second, 'GET', '/control/state');
  const sums = Object.values(body['conservation'] as Record<string, string>);
  if (sums.some((sum) => Number(sum) !== 0)) throw new Error('Money was not conserved.');
  rows.push([
    `batch of ${count.toLocaleString('en-GB')} payments`,
    `${(took / 1000).toFixed(2)} s, ${Math.round(count / (took / 1000))} /s`,
    '',
    '',
  ]);
  await stop();
}

function copyPayment(file: string, copies: number): void {
  const db = new Sqlite(file);
  const columns = db
    .prepare<[], string>(`SELECT name FROM pragma_table_info('payment') WHERE name <> 'id'`)
    .pluck()
    .all()
    .join(', ');
  const copy = db.prepare(
    `INSERT INTO payment (id, ${columns}) SELECT ?, ${columns} FROM payment WHERE id NOT LIKE 'enc!!copy%' LIMIT 1`,
  );
  db.transaction(() => {
    for (let at = 0; at < copies; at++) copy.run(`enc!!copy${at}`);
    db.prepare(
      'UPDATE account SET reserved = (SELECT coalesce(sum(p.reserved), 0) FROM payment p WHERE p.debtor_id = account.id)',
    ).run();
  })();
  db.close();
}

async function benchResetAndStart(): Promise<void> {
  const starts: number[] = [];
  for (let round = 0; round < 5; round++) {
    const bank = await startBank(':memory:');
    starts.push(bank.startMs);
    await bank.stop();
  }
  rows.push(['start, process to ready line', `${Math.round(median(starts))} ms`, '', '']);
  const { door, stop } = await startBank(join(folder, 'reset'));
  const resets: number[] = [];
  for (let round = 0; round < 20; round++) {
    const begun = performance.now();
    await control(door, 'POST', '/control/reset');
    resets.push(performance.now() - begun);
  }
  rows.push(['reset', `${median(resets).toFixed(1)} ms`, '', '≤ 50 ms']);
  await stop();
}
