/** Whatever TPPs, PSUs and the operator do, the bank can restore its own snapshots, and open its own file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCertificate, makeKeyPair, type NamePart, OID } from '../../shared/node/x509.ts';
import { LARGEST_KEPT } from '../../shared/money/money.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { identityOf } from '../support/identity.ts';
import { accountIn, create, EIRIK, PEOPLE, post, sign, statusOf } from '../support/payments.ts';
import { control, finishSca, Tpp } from '../support/tpp.ts';

const used = useBank({ psuHttp: true });

/** The bank takes a snapshot and restores it. @returns what it says if it cannot */
function restored(): string {
  const { operator } = used.bank;
  const outcome = operator.restoreSnapshot(operator.takeSnapshot());
  return outcome.done ? 'restored' : outcome.refusal.text;
}

const long = (bytes: number) => 'x'.repeat(bytes);

it.each<[what: string, subject: NamePart[]]>([
  ['an organizationIdentifier of 9,000 characters', [['2.5.4.97', long(9000)]]],
  ['a name of commas, each of which is escaped', [[OID.commonName, ','.repeat(8200)]]],
  ['an attribute that is written in hexadecimal', [['2.5.4.41', long(8200)]]],
])('a certificate that names its TPP by %s is refused', async (_, subject) => {
  const { publicKey, privateKey } = await makeKeyPair();
  const dates = { notBefore: new Date('2018-01-01'), notAfter: new Date('2040-01-01') };
  const issuer: NamePart[] = [[OID.commonName, 'CA']];
  const use = { kind: 'seal' } as const;
  const pem = makeCertificate({ ...dates, subject, issuer, publicKey, signWith: privateKey, use });
  const tpp = new Tpp(used.bank, identityOf(pem, privateKey, ''));
  const { text } = await tpp.refused(
    { method: 'POST', path: '/v1/bank-offered-consents' },
    400,
    'CERTIFICATE_INVALID',
    'SIG-2',
  );
  expect(text).toContain('at most 500 are accepted');
  expect(restored()).toBe('restored');
});

it('an operator can give no TPP access whose id is longer than ids are', async () => {
  const { bank } = used;
  const grant = (tpp: string) =>
    control(bank, 'POST', '/control/consents', { nationalId: PEOPLE.eirik, tpp });
  const before = bank.inspection.consents();
  for (const tpp of [long(501), long(60_000)]) expect((await grant(tpp)).status).toBe(400);
  expect(bank.inspection.consents()).toEqual(before);
  expect(restored()).toBe('restored');
});

it('a TPP that is entered without a name gets one that can be restored, however long its id is', async () => {
  const { bank } = used;
  for (const id of ['x'.repeat(500), 'é'.repeat(500), '\u{1f4b6}'.repeat(250)]) {
    const path = `/control/tpps/${encodeURIComponent(id)}`;
    expect((await control(bank, 'PUT', path, {})).status).toBeLessThan(300);
    expect(restored()).toBe('restored');
  }
});

it('a bank on whose page a TPP with an endless id was to get access opens its file again', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tpp-own-'));
  try {
    const first = await memoryBank({ data, psuHttp: true });
    const [account] = first.inspection.overview('').accounts;
    const body = new URLSearchParams({
      nationalId: PEOPLE.eirik,
      tpp: long(60_000),
      shared: account?.id ?? '',
    });
    const page = await fetch(`${first.psuBaseUrl}/bank/grant`, { method: 'POST', body });
    expect(page.status).toBe(400);
    expect(await page.text()).toContain('The id of a TPP has 1 to 500 characters.');
    await first.stop();
    const again = await memoryBank({ data });
    expect(again.inspection.consents()).toEqual([]);
    await again.stop();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

it('limits of engagements, dates and amounts of transactions are no larger than a snapshot may have them', async () => {
  const tpp = used.tpp();
  const { agreements } = (await tpp.send({ path: '/v1/sandbox/agreements' })).body as {
    agreements?: { id: string; engagements: { account: object }[] }[];
  };
  const agreement = agreements?.find(({ engagements }) => engagements.length > 0);
  const engagements = `/v1/sandbox/agreements/${encodeURIComponent(agreement?.id ?? '')}/engagements`;
  const engagement = {
    customer: PEOPLE.ingrid,
    account: agreement?.engagements[0]?.account,
    roles: ['VIEW'],
  };
  for (const [limit, status] of [
    [LARGEST_KEPT + 1, 400],
    [Number.MAX_SAFE_INTEGER, 400],
    [LARGEST_KEPT, 201],
  ]) {
    const limits = { registerLimit: limit, approvalLimit: limit };
    expect((await post(tpp, engagements, { ...engagement, ...limits })).status).toBe(status);
  }
  const opened = { customerNumber: PEOPLE.eirik, accountName: 'Dinars', currency: 'KWD' };
  const { id } = (await post(tpp, '/v1/sandbox/accounts', opened)).body;
  const transactions = `/v1/sandbox/accounts/${encodeURIComponent(String(id))}/transactions`;
  const booked = async (amount: string, date = '2026-01-05') =>
    post(tpp, transactions, {
      transactionAmount: { amount, currency: 'KWD' },
      bookingDate: date,
      valueDate: date,
    });
  expect((await booked('1.000', '0001-01-01')).body.tppMessages?.[0]?.path).toBe('bookingDate');
  expect((await booked('1.000', '1900-01-01')).status).toBe(201);
  const statuses: number[] = [];
  for (let times = 0; times < 10; times++)
    statuses.push((await booked(times % 2 === 0 ? '999999999999.999' : '-999999999999.999')).status);
  expect(statuses.lastIndexOf(201)).toBe(5);
  expect((await booked('1.000')).status).toBe(201);
  expect(restored()).toBe('restored');
});

it('payments and balances that are set add up to no more than a snapshot may have', async () => {
  const tpp = used.tpp();
  await tpp.consent();
  const account = `/v1/sandbox/accounts/${await accountIn(tpp, EIRIK)}`;
  const booked = async (amount: string) => {
    const body = { transactionAmount: { amount, currency: 'NOK' } };
    return (await post(tpp, `${account}/transactions`, body)).status;
  };
  // Until the bank adds up no more, not even a hundred million.
  for (const amount of ['999999999999.99', '9999999999.99', '99999999.99'])
    for (let sign = ''; (await booked(`${sign}${amount}`)) === 201; sign = sign === '' ? '-' : '') continue;
  const balances = [
    { balanceAmount: { amount: '999999999999.99', currency: 'NOK' }, balanceType: 'expected' },
  ];
  const set = { method: 'PUT', path: `${account}/balances`, body: JSON.stringify({ balances }) };
  expect((await tpp.send(set)).status).toBe(200);
  const path = await create(tpp, 'NDCT', { instructedAmount: { amount: '999999999.99', currency: 'NOK' } });
  await sign(tpp, path);
  expect(['RJCT', 'RCVD', 'ACCP']).toContain(await statusOf(tpp, path));
  const small = await create(tpp, 'NDCT');
  await sign(tpp, small);
  expect(await statusOf(tpp, small)).toBe('PDNG');
  expect(restored()).toBe('restored');
  const dinars = [
    { balanceAmount: { amount: '999999999999.999', currency: 'BHD' }, balanceType: 'expected' },
  ];
  const opened = { customerNumber: PEOPLE.eirik, accountName: 'Dinars', currency: 'BHD', balances: dinars };
  const statuses: number[] = [];
  for (let times = 0; times < 9; times++)
    statuses.push((await post(tpp, '/v1/sandbox/accounts', opened)).status);
  expect(statuses.lastIndexOf(201)).toBe(6);
  expect(restored()).toBe('restored');
});

it('scenarios have texts that can be stored', async () => {
  const { bank } = used;
  const add = (scenario: object) => control(bank, 'POST', '/control/scenarios', scenario);
  const failSca = { system: 'core', status: 503, code: 'X', message: 'y' };
  for (const member of ['system', 'code', 'message'])
    expect((await add({ then: { failSca: { ...failSca, [member]: long(501) } } })).status).toBe(400);
  expect((await add({ when: { tpp: long(501) }, then: { status: 503 } })).status).toBe(400);
  expect((await add({ when: { path: `/${long(20_000)}` }, then: { status: 503 } })).status).toBe(400);
  const message = '€'.repeat(500);
  expect((await add({ when: { times: 1 }, then: { failSca: { ...failSca, message } } })).status).toBe(201);
  const tpp = used.tpp();
  const asked = await tpp.send({ method: 'POST', path: '/v1/bank-offered-consents' });
  const href = asked.body._links?.['scaRedirect']?.href ?? '';
  const query = await finishSca(bank, decodeURIComponent(href.split('/').at(-1) ?? ''));
  expect(query.get('message')).toBe(message);
  expect(restored()).toBe('restored');
  for (const { id } of bank.inspection.scenarios()) bank.operator.removeScenario(id);
});
