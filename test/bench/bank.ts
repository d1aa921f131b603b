/**
 * `npm run bench:bank`: the budgets of the bank, as ratios that another machine can compare; with `-- --throughput`, `--pages`,
 * `--batch` or `--reset` those parts alone. Figures of a run are kept in docs/performance.md.
 */
import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { makeIdentity } from '../support/identity.ts';
import { bulkOf, create, EIRIK, leaveExactly, PEOPLE, sign } from '../support/payments.ts';
import { startProcess } from '../support/process.ts';
import { type BankDoor, control, Tpp } from '../support/tpp.ts';
import { measure, type Target } from './load.ts';
import { onWire, signedRequests } from './signed.ts';
import { median, printTable, type Row } from './table.ts';
import { DAY } from '../../shared/time.ts';

const folder = mkdtempSync(join(tmpdir(), 'tpp-bench-'));
const children: ChildProcess[] = [];
const rows: Row[] = [];
const chosen = process.argv.slice(2);
const parts: Record<string, (identity: Identity) => Promise<void>> = {
  '--throughput': benchThroughput,
  '--pages': benchPages,
  '--batch': benchBatches,
  '--reset': benchResetAndStart,
};

try {
  const identity = await makeIdentity();
  for (const [name, bench] of Object.entries(parts))
    if (chosen.length === 0 || chosen.includes(name)) await bench(identity);
  printTable(rows);
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
  const bare = await startBare(join(data, 'pki'), one, false);
  const bareSigning = await startBare(join(data, 'pki'), one, true);
  const portOf = (door: BankDoor) => Number(new URL(door.apiBaseUrl).port);
  const bankTarget = (tpp: Tpp): Target => ({
    port: portOf(tpp.bank),
    ca: tpp.bank.caPem,
    requests: signedRequests(tpp, '/v1/accounts', 200),
  });
  const sides = {
    bare: () => ({ ...bare, ca: quiet.door.caPem }),
    bank: () => bankTarget(one),
    bareSigning: () => ({ ...bareSigning, ca: quiet.door.caPem }),
    signing: () => bankTarget(other),
  };
  const found: Record<keyof typeof sides, number[]> = { bare: [], bank: [], bareSigning: [], signing: [] };
  const names = Object.keys(sides) as (keyof typeof sides)[];
  for (let round = 0; round < 6; round++)
    for (const side of names) {
      const { perSecond, statuses } = await measure(sides[side](), 16, 3000);
      if ([...statuses.keys()].join() !== '200')
        throw new Error(`${side} answered ${[...statuses.keys()].join()}`);
      // The first round warms up.
      if (round > 0) found[side].push(perSecond);
    }
  const figure = (side: keyof typeof sides) => `${Math.round(median(found[side]))} /s`;
  const ratio = (side: keyof typeof sides, base: keyof typeof sides) =>
    (median(found[side]) / median(found[base])).toFixed(2);
  const bareName = 'bare node:https, one RSA verification, one SQLite read';
  rows.push([bareName, figure('bare'), '1.00', '']);
  rows.push(['bank, signed and verified GET /v1/accounts', figure('bank'), ratio('bank', 'bare'), '≥ 0.80']);
  rows.push(['the bare server, which signs its responses too (RSA-2048)', figure('bareSigning'), '1.00', '']);
  rows.push(['bank, responses signed too', figure('signing'), ratio('signing', 'bareSigning'), '≥ 0.80']);
  await quiet.stop();
  await signing.stop();
}

async function startBare(
  pki: string,
  tpp: Tpp,
  signs: boolean,
): Promise<{ port: number; requests: Buffer[] }> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [publicFile, signedFile, bodyFile] = ['public.pem', 'signed.txt', 'body.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const text = `date: ${new Date().toUTCString()}\nx-request-id: ${randomUUID()}\ntpp-redirect-uri: https://tpp.example/return`;
  writeFileSync(publicFile, publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(signedFile, text);
  writeFileSync(bodyFile, (await tpp.send({ path: '/v1/accounts' })).text);
  const own = (names: string[]) => names.map((name) => join(pki, name));
  const files = [...own(['tls-key.pem', 'tls.pem']), publicFile, signedFile, bodyFile];
  if (signs) files.push(...own(['signing-key.pem', 'signing.pem']));
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

/** Batches of 100,000 transfers, as single payments and as bulk payments, while others call the bank. */
async function benchBatches(identity: Identity): Promise<void> {
  await benchBatch(identity, { what: '100,000 payments', payments: 100_000, items: 1 });
  await benchBatch(identity, { what: '100 bulk payments of 1,000', payments: 100, items: 1000 });
}

/** One payment is made and signed over HTTPS, and copied in the data; then a batch runs, alone and with calls at the same time. */
async function benchBatch(
  identity: Identity,
  { what, payments, items }: { what: string; payments: number; items: number },
): Promise<void> {
  const data = join(folder, `batch-${items}`);
  const first = await startBank(data, '--clock', '2026-11-20T10:42:07+01:00');
  const now = () => Date.parse('2026-11-20T09:42:07Z');
  const tpp = new Tpp({ ...first.door, now }, identity);
  await tpp.consent();
  await leaveExactly(tpp, EIRIK, 1_000_000_000);
  const one = { instructedAmount: { amount: '1.00', currency: 'NOK' } };
  await sign(
    tpp,
    items === 1
      ? await create(tpp, 'NDCT', one)
      : await create(tpp, 'NDCT', bulkOf(Array.from({ length: items }, () => '1.00')), 'bulk-payments'),
  );
  await first.stop();
  copyPayment(join(data, 'bank.db'), payments - 1);
  cpSync(data, `${data}-busy`, { recursive: true });

  const alone = await startBank(data);
  const aloneMs = await runBatch(alone.door, payments);
  rows.push([`batch of ${what}`, figureOf(aloneMs, payments * items), '1.00', '']);
  await alone.stop();

  const busy = await startBank(`${data}-busy`);
  const batch = runBatch(busy.door, payments);
  const target: Target = {
    port: Number(new URL(busy.door.apiBaseUrl).port),
    ca: busy.door.caPem,
    requests: signedRequests(tpp, '/v1/accounts', 200),
  };
  const { times, statuses } = await measure(target, 4, batch);
  if ([...statuses.keys()].join() !== '200')
    throw new Error(`A call was answered ${[...statuses.keys()].join()}`);
  const busyMs = await batch;
  rows.push([
    `the same, with calls on 4 connections`,
    figureOf(busyMs, payments * items),
    (aloneMs / busyMs).toFixed(2),
    '',
  ]);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  rows.push([
    `those ${times.length} calls: median, 99th percentile, longest`,
    [median(times), p99, sorted.at(-1) ?? 0].map((ms) => ms.toFixed(0)).join(', ') + ' ms',
    (p99 / 100).toFixed(2),
    'p99 ≤ 100 ms',
  ]);
  await busy.stop();
}

/** @returns milliseconds */
async function runBatch(door: BankDoor, payments: number): Promise<number> {
  const begun = performance.now();
  const result = await control(door, 'POST', '/control/batch');
  const took = performance.now() - begun;
  if (result.body['settled'] !== payments)
    throw new Error(`The batch settled ${JSON.stringify(result.body)}.`);
  const { body } = await control(door, 'GET', '/control/state');
  const sums = Object.values(body['conservation'] as Record<string, string>);
  if (sums.some((sum) => Number(sum) !== 0)) throw new Error('Money was not conserved.');
  return took;
}

function figureOf(ms: number, transfers: number): string {
  return `${(ms / 1000).toFixed(2)} s, ${Math.round(transfers / (ms / 1000))} /s`;
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
