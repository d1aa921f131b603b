/** Section 13: many banks in one process, each with its own state, clock, quirks, ports and control token. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SpaceService } from '../../bank-sim/spaces/service.ts';
import { NOON } from '../support/bank.ts';
import { foldersForFile } from '../support/folders.ts';
import { type Identity, makeIdentity } from '../support/identity.ts';
import { bodyOf, bulkOf, create, pathOfProduct, post, sign, statusOf } from '../support/payments.ts';
import {
  doorOf,
  type Made,
  makeSpace,
  SERVICE_TOKEN,
  serviceCall,
  type ServiceTestOptions,
  testService,
} from '../support/spaces.ts';
import { control, scaIdOf, Tpp } from '../support/tpp.ts';

const CLOCK = '2026-11-20T10:42:07+01:00';
const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };
const folders = foldersForFile('spaces');
let identity: Identity;
beforeAll(async () => {
  identity = await makeIdentity();
});

/** A service that is stopped after the test. */
async function started(options: ServiceTestOptions = {}, data = folders.next()) {
  const service = await testService(data, options);
  onTestFinished(() => service.stop());
  return { service, data, folder: join(data, 'spaces') };
}

const tppOf = (space: Made, now = NOON) =>
  new Tpp(
    doorOf(space, () => now),
    identity,
  );
const stateOf = async (space: Made) =>
  (
    await control(
      doorOf(space, () => NOON),
      'GET',
      '/control/state',
    )
  ).body;
const frozen = (service: SpaceService, name: string, more: object = {}) =>
  makeSpace(service, { name, clock: CLOCK, ...more });

describe('a space', () => {
  it('is made with a name, ports and a token of its own, and is a bank with the seed data', async () => {
    const { service } = await started();
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    const unlike = (['apiBaseUrl', 'psuBaseUrl', 'controlBaseUrl', 'controlToken'] as const).map((member) => [
      anna[member],
      bjorn[member],
    ]);
    for (const [one, other] of unlike) expect(one).not.toBe(other);
    expect(await stateOf(anna)).toMatchObject({ now: '2026-11-20T09:42:07+00:00', counts: { customers: 4 } });
    expect((await tppOf(anna).send(CONSENT)).status).toBe(201);
    const { body } = await serviceCall(service, 'GET', '/spaces');
    expect(body).toMatchObject({ spaces: [{ name: 'anna', state: 'awake' }, { name: 'bjorn' }] });
    expect(JSON.stringify(body)).not.toContain(anna.controlToken);
  });
  it('gets a random name if none is given, and refuses wrong names and those that are taken', async () => {
    const { service } = await started();
    expect((await makeSpace(service, {})).name).toMatch(/^space-[0-9a-f]{8}$/);
    await makeSpace(service, { name: 'a' });
    const refused = async (name: string) => {
      const { status, body } = await serviceCall(service, 'POST', '/spaces', { body: { name } });
      return `${status} ${body.error}`;
    };
    expect(await refused('a')).toBe('409 There is a space "a" already.');
    for (const name of ['', '..', '../x', 'A', 'ø', '-a', 'a-', 'a/b', 'a b', 'a.b', 'x'.repeat(41)])
      expect(await refused(name)).toBe(
        '400 name must have 1 to 40 letters a to z, digits and hyphens, without a hyphen at its beginning or end.',
      );
  });
  it('is refused when there are as many as --most allows, also by several orders at once', async () => {
    const { service } = await started({ most: 2 });
    const orders = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => serviceCall(service, 'POST', '/spaces', { body: { name } })),
    );
    expect(orders.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(orders.find(({ status }) => status === 409)?.body.error).toMatch(
      /^There are 2 spaces already, as many as --most allows\. End one/,
    );
  });
  it('takes its ports from the range, and says when there are too few', async () => {
    const { service } = await started({ ports: { from: 29_871, to: 29_873 } });
    const made = await makeSpace(service, { name: 'a' });
    for (const url of [made.apiBaseUrl, made.psuBaseUrl]) expect(url).toMatch(/:2987[123]$/);
    const { status, body } = await serviceCall(service, 'POST', '/spaces', { body: { name: 'b' } });
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error:
        'No port from 29871 to 29873 is free, and a space needs two. End a space, or start the service with other --ports.',
    });
    // The one port of its two that was free is free again.
    await serviceCall(service, 'DELETE', '/spaces/a');
    await makeSpace(service, { name: 'b' });
  });
  it('that cannot be stored is refused with the reason, and leaves nothing behind', async () => {
    const { service, folder } = await started();
    rmSync(folder, { recursive: true });
    const refused = () => serviceCall(service, 'POST', '/spaces', { body: { name: 'anna' } });
    const { status, body } = await refused();
    expect(status).toBe(503);
    expect(body.error).toMatch(/spaces.* cannot be used: it does not exist and cannot be created\./);
    expect((await serviceCall(service, 'GET', '/spaces')).body).toEqual({ spaces: [], ports: null });
    mkdirSync(folder);
    expect((await refused()).status).toBe(201);
  });
  it('has quirks of its own, which can be set at any time and are kept', async () => {
    const { service, data } = await started();
    const anna = await frozen(service, 'anna', { quirks: { environment: 'production' } });
    const bjorn = await frozen(service, 'bjorn');
    expect(await stateOf(anna)).toMatchObject({ environment: 'production', quirks: { strictKid: true } });
    const set = await serviceCall(service, 'PUT', '/spaces/anna/quirks', { body: { strictKid: false } });
    expect(set.body).toMatchObject({ quirks: { environment: 'production', strictKid: false } });
    expect(await stateOf(anna)).toMatchObject({ quirks: { strictKid: false } });
    expect(await stateOf(bjorn)).toMatchObject({ environment: 'sandbox', quirks: { strictKid: true } });
    await service.stop();
    const again = await started({}, data);
    const kept = { ...anna, controlBaseUrl: `${again.service.controlBaseUrl}/spaces/anna` };
    expect(await stateOf(kept)).toMatchObject({ environment: 'production', quirks: { strictKid: false } });
    const wrong = await serviceCall(again.service, 'PUT', '/spaces/anna/quirks', { body: { mood: true } });
    expect(wrong.status).toBe(400);
  });
});

describe('tokens', () => {
  it('a space accepts its own and that of the service, and nobody learns which spaces there are', async () => {
    const { service } = await started();
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    const status = async (path: string, token: string) =>
      (await serviceCall(service, 'GET', path, { token })).status;
    for (const path of ['/spaces/anna', '/spaces/anna/control/state']) {
      expect(await status(path, anna.controlToken)).toBe(200);
      expect(await status(path, SERVICE_TOKEN)).toBe(200);
      for (const token of [bjorn.controlToken, 'x', `${anna.controlToken}x`])
        expect(await status(path, token)).toBe(401);
    }
    expect(await status('/spaces/nobody', anna.controlToken)).toBe(401);
    expect(await status('/spaces/nobody', SERVICE_TOKEN)).toBe(404);
    for (const path of ['/spaces', '/control/metrics', '/spaces/anna/../bjorn', '/spaces/anna%2F..%2Fbjorn'])
      expect(await status(path, anna.controlToken)).toBe(401);
    expect((await serviceCall(service, 'DELETE', '/spaces/anna', { token: bjorn.controlToken })).status).toBe(
      401,
    );
    expect((await serviceCall(service, 'DELETE', '/spaces/anna', { token: anna.controlToken })).status).toBe(
      200,
    );
  });
  it('no file has them, and a new one replaces the old one', async () => {
    const { service, data } = await started();
    const anna = await frozen(service, 'anna');
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['space.json', 'bank.db']));
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(anna.controlToken)).toBe(false);
    const { body } = await serviceCall(service, 'POST', '/spaces/anna/token', { token: anna.controlToken });
    expect((await serviceCall(service, 'GET', '/spaces/anna', { token: anna.controlToken })).status).toBe(
      401,
    );
    const renewed = String(body['controlToken']);
    expect((await serviceCall(service, 'GET', '/spaces/anna', { token: renewed })).status).toBe(200);
  });
  it('health and readiness need none; pages of other origins and foreign hosts are refused', async () => {
    const { service } = await started();
    for (const path of ['/control/health', '/control/ready'])
      expect((await fetch(service.controlBaseUrl + path)).status).toBe(200);
    expect((await fetch(`${service.controlBaseUrl}/spaces`)).status).toBe(401);
    const headers = { Authorization: `Bearer ${SERVICE_TOKEN}`, Origin: 'https://bank.example' };
    expect((await fetch(`${service.controlBaseUrl}/spaces`, { headers })).status).toBe(403);
  });
});

describe('spaces do not touch each other', () => {
  it('a reset, a clock move and a batch of one change nothing of the other', async () => {
    const { service } = await started();
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    const [hers, his] = [tppOf(anna), tppOf(bjorn)];
    await hers.consent();
    await his.consent();
    const [herPayment, hisPayment] = [await create(hers, 'NDCT'), await create(his, 'NDCT')];
    await sign(hers, herPayment);
    await sign(his, hisPayment);
    const before = await control(
      doorOf(bjorn, () => NOON),
      'GET',
      '/control/snapshot',
    );
    await serviceCall(service, 'POST', '/spaces/anna/control/batch');
    expect(await statusOf(hers, herPayment)).toBe('ACSC');
    await serviceCall(service, 'POST', '/spaces/anna/control/clock', { body: { advance: 'P14D' } });
    await serviceCall(service, 'POST', '/spaces/anna/control/reset');
    await serviceCall(service, 'POST', '/spaces/anna/control/scenarios', {
      body: { when: {}, then: { status: 503 } },
    });
    expect(
      await control(
        doorOf(bjorn, () => NOON),
        'GET',
        '/control/snapshot',
      ),
    ).toEqual(before);
    expect(await statusOf(his, hisPayment)).toBe('PDNG');
    expect((await stateOf(anna))['counts']).toMatchObject({ payments: {}, consents: 0 });
  });
  it('consents, payments, sessions and SCAs of one are unknown to the other', async () => {
    const { service } = await started();
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    const hers = tppOf(anna);
    await hers.consent();
    const payment = await create(hers, 'NDCT');
    const elsewhere = tppOf(bjorn);
    elsewhere.psuId = hers.psuId;
    elsewhere.sessionId = hers.sessionId;
    expect((await elsewhere.send({ path: `${payment}/status` })).status).not.toBe(200);
    expect((await elsewhere.send({ path: '/v1/accounts' })).status).toBe(401);
    const asked = await hers.send({ method: 'POST', path: `${payment}/authorisations` });
    const link = asked.body._links?.['scaRedirect']?.href ?? '';
    expect(link.startsWith(`${anna.psuBaseUrl}/sca/`)).toBe(true);
    const sca = `/control/sca/${encodeURIComponent(scaIdOf(asked))}`;
    const decided = await control(
      doorOf(bjorn, () => NOON),
      'POST',
      sca,
      {
        nationalId: '13839319910',
        decision: 'approve',
      },
    );
    expect(decided.status).toBe(404);
  });
  it("the PSU's pages have the name that the operator gives the bank", async () => {
    const brand = { name: 'Kundebanken', colour: null };
    const { service } = await started({ psuHttp: true, brand });
    const { psuBaseUrl } = await frozen(service, 'anna');
    expect(await (await fetch(`${psuBaseUrl}/bank`)).text()).toContain('Kundebanken, a practice bank');
  });
  it("the PSU's pages are at a port of their own, and have no page of another space", async () => {
    const { service } = await started({ psuHttp: true });
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    const asked = await tppOf(anna).send(CONSENT);
    const link = asked.body._links?.['scaRedirect']?.href ?? '';
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect((await fetch(link.replace(anna.psuBaseUrl, bjorn.psuBaseUrl))).status).toBe(404);
    // A form on a page of one space cannot decide in another.
    const posted = await fetch(link, {
      method: 'POST',
      headers: { Origin: bjorn.psuBaseUrl },
      body: 'step=abort',
    });
    expect(posted.status).toBe(403);
  });
  it('the access log names the space, and the metrics count by space', async () => {
    const lines: string[] = [];
    const { service } = await started({ accessLog: (line) => lines.push(line) });
    const [anna, bjorn] = [await frozen(service, 'anna'), await frozen(service, 'bjorn')];
    await tppOf(anna).send(CONSENT);
    await tppOf(bjorn).send({ path: '/v1/nothing' });
    const read = lines.map((line) => JSON.parse(line) as { space: string; path: string });
    expect(read.map(({ space, path }) => [space, path])).toEqual([
      ['anna', CONSENT.path],
      ['bjorn', '/v1/nothing'],
    ]);
    const headers = { Authorization: `Bearer ${SERVICE_TOKEN}` };
    const text = await (await fetch(`${service.controlBaseUrl}/control/metrics`, { headers })).text();
    expect(text).toContain('tpp_spaces{state="awake"} 2\n');
    expect(text).toContain('tpp_space_requests_total{space="anna"} 1\n');
    expect(text).toContain('tpp_space_refusals_total{space="anna"} 0\n');
    expect(text).toContain('tpp_space_refusals_total{space="bjorn"} 1\n');
  });
});

describe('a space from another one', () => {
  it('begins with its state, clock, quirks and PSUs, and then goes its own way', async () => {
    const { service } = await started();
    const anna = await frozen(service, 'anna', { quirks: { strictKid: false } });
    const hers = tppOf(anna);
    await hers.consent();
    const payment = await create(hers, 'NDCT');
    await sign(hers, payment);
    const clone = await makeSpace(service, { name: 'clone', from: 'anna' });
    expect(await stateOf(clone)).toEqual(await stateOf(anna));
    const there = tppOf(clone);
    Object.assign(there, { psuId: hers.psuId, sessionId: hers.sessionId });
    expect((await there.send({ path: '/v1/accounts' })).status).toBe(200);
    await serviceCall(service, 'POST', '/spaces/clone/control/batch');
    expect(await statusOf(there, payment)).toBe('ACSC');
    expect(await statusOf(hers, payment)).toBe('PDNG');
  });
  it('begins with a snapshot of any bank; a wrong one, and what does not fit together, make no space', async () => {
    const { service, folder } = await started();
    const anna = await frozen(service, 'anna');
    await tppOf(anna).consent();
    const { body: snapshot } = await serviceCall(service, 'GET', '/spaces/anna/control/snapshot');
    const copy = await makeSpace(service, { name: 'copy', snapshot });
    expect((await stateOf(copy))['counts']).toEqual((await stateOf(anna))['counts']);
    const refused = async (order: object) => {
      const { status, body } = await serviceCall(service, 'POST', '/spaces', {
        body: { name: 'wrong', ...order },
      });
      return `${status} ${body.error}`;
    };
    expect(await refused({ snapshot: { version: 1 } })).toMatch(/^400 This is not a snapshot/);
    expect(await refused({ snapshot: { ...snapshot, version: 99 } })).toMatch(
      /^400 The snapshot has version 99/,
    );
    expect(await refused({ from: 'nobody' })).toBe('404 There is no space "nobody".');
    expect(await refused({ from: 'anna', snapshot })).toBe('400 Give from or snapshot, not both.');
    expect(await refused({ from: 'anna', clock: CLOCK })).toBe(
      '400 The clock of a snapshot cannot be replaced.',
    );
    expect(await refused({ clock: 'noon' })).toMatch(/^400 clock must be a date-time/);
    expect(readdirSync(folder).toSorted()).toEqual(['anna', 'copy']);
  });
});

describe('the end of a space', () => {
  it('closes its ports, ends its event streams and deletes its data; its name is free again', async () => {
    const { service, folder } = await started();
    const anna = await frozen(service, 'anna');
    const tpp = tppOf(anna);
    await tpp.consent();
    const headers = { Authorization: `Bearer ${anna.controlToken}` };
    const events = (await fetch(`${anna.controlBaseUrl}/control/events`, { headers })).text();
    expect((await serviceCall(service, 'DELETE', '/spaces/anna')).body).toEqual({ ended: 'anna' });
    expect(await events).toContain(': connected');
    await expect(tpp.send(CONSENT)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect((await serviceCall(service, 'GET', '/spaces/anna')).status).toBe(404);
    await expect.poll(() => readdirSync(folder)).toEqual([]);
    const again = await frozen(service, 'anna');
    expect((await stateOf(again))['counts']).toMatchObject({ consents: 0 });
    expect((await serviceCall(service, 'GET', '/spaces/anna', { token: anna.controlToken })).status).toBe(
      401,
    );
  });
  it('answers a control call that is under way, and closes the connection of a request that waits', async () => {
    const { service } = await started({ betweenPieces: () => new Promise(() => undefined) });
    const anna = await frozen(service, 'anna');
    const tpp = tppOf(anna);
    await tpp.consent();
    // More than the bank does at once.
    const items = Array.from({ length: 300 }, () => '1.00');
    await sign(tpp, await create(tpp, 'NDCT', bulkOf(items), 'bulk-payments'));
    const call = (path: string, body?: object) =>
      serviceCall(service, body ? 'POST' : 'GET', `/spaces/anna/control/${path}`, body && { body });
    await call('scenarios', { when: {}, then: { delayMs: 60_000 } });
    const requests = async () => {
      const { events } = (await call('journal')).body as { events: { kind: string; from?: string }[] };
      return events.filter(({ kind, from }) => kind === 'request' && from === 'tpp').length;
    };
    const before = await requests();
    const waiting = tpp.send(CONSENT).catch((error: NodeJS.ErrnoException) => error.code);
    await expect.poll(requests).toBe(before + 1);
    const batch = call('batch', {});
    await expect.poll(async () => (await call('state')).body['work']).not.toBeNull();
    await serviceCall(service, 'DELETE', '/spaces/anna');
    expect(await batch).toEqual({
      status: 503,
      body: { error: 'The space anna has ended, or the service is stopping.' },
    });
    expect(await waiting).toBe('ECONNRESET');
  });
});

describe('after a restart', () => {
  it('each space has its ports, token and data again', async () => {
    const first = await started();
    const anna = await frozen(first.service, 'anna');
    const tpp = tppOf(anna);
    await tpp.consent();
    const payment = await create(tpp, 'SCT');
    await first.service.stop();
    const { service } = await started({}, first.data);
    expect(
      (await serviceCall(service, 'GET', '/spaces/anna', { token: anna.controlToken })).body,
    ).toMatchObject({
      state: 'asleep',
      apiBaseUrl: anna.apiBaseUrl,
      psuBaseUrl: anna.psuBaseUrl,
    });
    expect(await statusOf(tpp, payment)).toBe('RCVD');
    expect((await post(tpp, pathOfProduct('NDCT'), bodyOf('NDCT'))).status).toBe(201);
    expect((await serviceCall(service, 'GET', '/spaces/anna')).body).toMatchObject({ state: 'awake' });
  });
  it('what a crash has left of a new or an ended space is removed, and other folders stay', async () => {
    const data = folders.next();
    for (const name of ['.making-x', '.ended-y', 'Notes'])
      mkdirSync(join(data, 'spaces', name), { recursive: true });
    const { folder, service } = await started({}, data);
    expect(readdirSync(folder)).toEqual(['Notes']);
    expect((await serviceCall(service, 'GET', '/spaces')).body).toEqual({ spaces: [], ports: null });
  });
  it('a second service on the same data is refused', async () => {
    const { data } = await started();
    await expect(testService(data)).rejects.toThrow(`The data folder ${data} is in use by another process.`);
  });
  it('a damaged space is named with its reason, can be ended, and keeps no other from working', async () => {
    const first = await started();
    const names = ['json', 'data', 'gone', 'good'];
    const [, , , good] = await Promise.all(names.map((name) => frozen(first.service, name)));
    await first.service.stop();
    const { folder, data } = first;
    writeFileSync(join(folder, 'json', 'space.json'), '{');
    writeFileSync(
      join(folder, 'data', 'bank.db'),
      'This is no database, although it is long enough to be one.',
    );
    const logged: string[] = [];
    const { service } = await started({ log: (line) => logged.push(line) }, data);
    rmSync(join(folder, 'gone'), { recursive: true });
    const problemOf = async (name: string) => {
      const { status, body } = await serviceCall(service, 'GET', `/spaces/${name}/control/state`);
      const { body: shown } = await serviceCall(service, 'GET', `/spaces/${name}`);
      expect([status, shown['state']]).toEqual([503, 'unusable']);
      expect(body.error).toBe(`The space ${name} cannot be used. ${String(shown['problem'])}`);
      return String(shown['problem']);
    };
    expect(await problemOf('json')).toBe(
      `The file ${join(folder, 'json', 'space.json')} is damaged: it is not JSON.`,
    );
    expect(await problemOf('data')).toMatch(/data.bank\.db is not usable: .*\.$/);
    expect(await problemOf('gone')).toMatch(/gone.space\.json has been deleted\.$/);
    expect(logged).toHaveLength(2);
    expect((await tppOf(good as Made).send(CONSENT)).status).toBe(201);
    for (const name of ['json', 'data', 'gone'])
      expect((await serviceCall(service, 'DELETE', `/spaces/${name}`)).status).toBe(200);
    await expect.poll(() => readdirSync(folder)).toEqual(['good']);
  });
  it('a space whose port another program has says so, and is there when the port is free', async () => {
    const first = await started();
    const anna = await frozen(first.service, 'anna');
    await frozen(first.service, 'bjorn');
    await first.service.stop();
    const squatter = createServer();
    await new Promise<void>((resolve) => {
      squatter.listen(Number(new URL(anna.apiBaseUrl).port), '127.0.0.1', resolve);
    });
    const { service } = await started({}, first.data);
    const shown = async () => (await serviceCall(service, 'GET', '/spaces')).body['spaces'];
    expect(await shown()).toMatchObject([
      { state: 'unusable', problem: expect.stringMatching(/^Another program has its port /) as string },
      { state: 'asleep', problem: null },
    ]);
    await new Promise((resolve) => squatter.close(resolve));
    await service.spaces.rest();
    expect(await shown()).toMatchObject([{ state: 'asleep', problem: null }, { state: 'asleep' }]);
    expect((await tppOf(anna).send(CONSENT)).status).toBe(201);
  });
});
