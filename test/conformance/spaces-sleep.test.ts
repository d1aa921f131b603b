/** Section 13: a space that nobody uses sleeps, and wakes when it is used. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { HOUR, MINUTE } from '../../shared/time.ts';
import { NOON } from '../support/bank.ts';
import { foldersForFile } from '../support/folders.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { bulkOf, create, sign, statusOf } from '../support/payments.ts';
import {
  doorOf,
  type Made,
  makeSpace,
  paymentsIn,
  serviceCall,
  type ServiceTestOptions,
  testService,
} from '../support/spaces.ts';
import { control, Tpp } from '../support/tpp.ts';

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const folders = foldersForFile('spaces-sleep');
let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity();
});

/** A service whose machine has a clock that the test moves. */
async function started(options: ServiceTestOptions = {}) {
  const time = { now: NOON };
  const data = folders.next();
  const service = await testService(data, { realNow: () => time.now, ...options });
  onTestFinished(() => service.stop());
  const stateOf = async (name: string) =>
    (await serviceCall(service, 'GET', `/spaces/${name}`)).body['state'];
  const askToSleep = (name: string) => serviceCall(service, 'POST', `/spaces/${name}/sleep`);
  /** A client may have its response a moment before the bank knows that it is complete. */
  const sleep = async (name: string) => {
    await expect.poll(async () => (await askToSleep(name)).status).toBe(200);
  };
  const tppOf = (space: Made) =>
    new Tpp(
      doorOf(space, () => time.now),
      identity,
    );
  return { service, time, stateOf, askToSleep, sleep, tppOf, folder: join(data, 'spaces') };
}

it('sleeps after its time without use, when no client has a connection any more', async () => {
  const { service, time, stateOf, tppOf } = await started({ idle: 10 * MINUTE });
  const [anna, bjorn] = [
    await makeSpace(service, { name: 'anna' }),
    await makeSpace(service, { name: 'bjorn' }),
  ];
  const events = new AbortController();
  const headers = { Authorization: `Bearer ${bjorn.controlToken}` };
  await fetch(`${bjorn.controlBaseUrl}/control/events`, { headers, signal: events.signal });
  time.now += 9 * MINUTE;
  await tppOf(anna).send(CONSENT);
  time.now += 9 * MINUTE;
  await service.spaces.rest();
  expect(await stateOf('anna')).toBe('awake');
  const client = connect(Number(new URL(anna.apiBaseUrl).port), '127.0.0.1');
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  await expect.poll(() => service.spaces.get('anna').wake().api.connected).toBe(1);
  time.now += 11 * MINUTE;
  await service.spaces.rest();
  // It may be about to ask.
  expect(await stateOf('anna')).toBe('awake');
  // Of a connection that only ends, the bank waits ten seconds for a handshake.
  client.resetAndDestroy();
  await expect
    .poll(async () => {
      await service.spaces.rest();
      return stateOf('anna');
    })
    .toBe('asleep');
  // Somebody follows its events.
  expect(await stateOf('bjorn')).toBe('awake');
  events.abort();
  await expect
    .poll(async () => {
      time.now += 10 * MINUTE;
      await service.spaces.rest();
      return stateOf('bjorn');
    })
    .toBe('asleep');
});

it.each([
  ['a request of a TPP', (_: Made, tpp: Tpp) => tpp.send(CONSENT)],
  ["a PSU's browser", (space: Made) => fetch(`${space.psuBaseUrl}/bank`)],
  [
    'a control call',
    (space: Made) =>
      control(
        doorOf(space, () => NOON),
        'GET',
        '/control/state',
      ),
  ],
])('wakes with %s, and has all its data', async (_, use) => {
  const { service, sleep, stateOf, tppOf } = await started({ psuHttp: true });
  const anna = await makeSpace(service, { name: 'anna' });
  const tpp = tppOf(anna);
  await tpp.consent();
  const payment = await create(tpp, 'SCT');
  await sleep('anna');
  expect(await stateOf('anna')).toBe('asleep');
  expect((await use(anna, tppOf(anna))).status).toBeLessThan(300);
  expect(await stateOf('anna')).toBe('awake');
  expect(await statusOf(tpp, payment)).toBe('RCVD');
  expect((await tpp.send({ path: '/v1/accounts' })).status).toBe(200);
});

it('wakes once for many requests at once', async () => {
  const { service, sleep, tppOf } = await started();
  const anna = await makeSpace(service, { name: 'anna' });
  await sleep('anna');
  const replies = await Promise.all(Array.from({ length: 20 }, () => tppOf(anna).send(CONSENT)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  expect(service.spaces.get('anna').counts).toMatchObject({ wakes: 2, requests: 20 });
});

it('its clock goes on: what fell due meanwhile has happened when it wakes; a frozen clock stands still', async () => {
  const { service, time, sleep, tppOf } = await started();
  const [anna, bjorn] = [
    await makeSpace(service, { name: 'anna' }),
    await makeSpace(service, { name: 'bjorn', clock: '2026-11-20T10:42:07+01:00' }),
  ];
  const payments = await paymentsIn([anna, bjorn], tppOf);
  await sleep('anna');
  await sleep('bjorn');
  time.now += 2 * HOUR;
  const [hers, his] = [
    tppOf(anna),
    new Tpp(
      doorOf(bjorn, () => NOON),
      identity,
    ),
  ];
  expect(await statusOf(hers, payments[0] ?? '')).toBe('ACSC');
  expect(await statusOf(his, payments[1] ?? '')).toBe('PDNG');
});

it('keeps the failures that are scripted', async () => {
  const { service, sleep, tppOf } = await started();
  const anna = await makeSpace(service, { name: 'anna' });
  await serviceCall(service, 'POST', '/spaces/anna/control/scenarios', {
    body: { when: { times: 1 }, then: { status: 503 } },
  });
  await sleep('anna');
  expect((await tppOf(anna).send(CONSENT)).status).toBe(503);
  await sleep('anna');
  expect((await tppOf(anna).send(CONSENT)).status).toBe(201);
});

it('does not sleep while a request or a batch is under way', async () => {
  const pieces: (() => void)[] = [];
  const { service, askToSleep, sleep, stateOf, tppOf } = await started({
    betweenPieces: () => new Promise((resolve) => pieces.push(resolve)),
  });
  const anna = await makeSpace(service, { name: 'anna' });
  const tpp = tppOf(anna);
  await tpp.consent();
  // More than the bank does at once.
  const payment = await create(
    tpp,
    'NDCT',
    bulkOf(Array.from({ length: 300 }, () => '1.00')),
    'bulk-payments',
  );
  await sign(tpp, payment);
  const batch = serviceCall(service, 'POST', '/spaces/anna/control/batch');
  await expect.poll(() => pieces.length).toBe(1);
  expect(await askToSleep('anna')).toEqual({ status: 409, body: { error: 'The space anna is in use.' } });
  await service.spaces.rest();
  expect(await stateOf('anna')).toBe('awake');
  const freed = setInterval(() => pieces.shift()?.(), 1);
  onTestFinished(() => clearInterval(freed));
  expect((await batch).status).toBe(200);
  await sleep('anna');
  expect(await statusOf(tpp, payment)).toBe('ACSC');
});
