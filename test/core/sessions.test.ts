/** TPP-Session-IDs of an environment, through the contract (SCA-4, SCA-5). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Return } from '../../shared/contract/status.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { requestOf } from '../../shared/requests/http.ts';
import { sessionState } from '../../shared/xs2a/session-life.ts';
import { coreForFile } from '../support/file-core.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';
import { approveSession, chooseBank } from '../support/workbench.ts';

const core = coreForFile('sessions');
const { call } = core;

/** Another bank, which asks for an SCA whatever it is asked. */
let elsewhere: TlsServer;
beforeAll(async () => {
  elsewhere = await startTlsServer('asks for an SCA', (_request, response) => {
    response.writeHead(401, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify({ _links: { scaRedirect: { href: 'https://bank.example/sca/1', verbs: ['GET'] } } }),
    );
  });
});
afterAll(() => elsewhere.stop());

/** Id in use, and the state of every session, the newest first. */
async function now() {
  const { sessions, current, now: at } = await call('sessions.list', {});
  return { current, ids: sessions.map(({ id }) => id), states: sessions.map((one) => sessionState(one, at)) };
}

it('an abandoned SCA leaves the session in use unchanged unless the SCA belongs to it', async () => {
  await call('sessions.begin', {});
  await approveSession(core.workbench);
  await call('sessions.begin', {});
  await call('sessions.begin', {});
  const { ids, current } = await now();
  const [newest = '', middle = '', first = ''] = ids;
  expect(current).toBe(newest);
  // A request of the session between the two, by a header of one's own.
  const asked = await call(
    'requests.send',
    requestOf({
      method: 'GET',
      path: '/v1/user',
      headers: [['TPP-Session-ID', middle]],
      body: '',
    }),
  );
  expect(asked.status).toBe(401);
  const [, , , ...older] = (await now()).states;
  expect(older).not.toContain('SCA valid');
  expect((await now()).states).toEqual(['no valid SCA', 'SCA pending', 'SCA valid', ...older]);
  await call('sessions.abort', { id: middle });
  const after = await now();
  expect(after.current).toBe(newest);
  expect(after.states).toEqual(['no valid SCA', 'no valid SCA', 'SCA valid', ...older]);
  await call('sessions.abort', { id: newest });
  expect((await now()).current).toBe(first);
});

it('a session is known once a request has named it', async () => {
  await call(
    'requests.send',
    requestOf({
      method: 'GET',
      path: '/v1/user',
      headers: [['TPP-Session-ID', 'a-session-of-my-own']],
      body: '',
    }),
  );
  const { ids, states } = await now();
  expect(states[ids.indexOf('a-session-of-my-own')]).toBe('SCA pending');
  await call('sessions.use', { id: 'a-session-of-my-own' });
  expect((await now()).current).toBe('a-session-of-my-own');
  await expect(call('sessions.use', { id: 'nobody' })).rejects.toThrow('The session nobody no longer exists');
  await expect(call('sessions.expire', { id: 'a-session-of-my-own' })).rejects.toThrow(
    'has never had an SCA',
  );
});

it('SCA-5, HDR-6: a session in another context ends the one before; requests act in the context of the one in use', async () => {
  const { agreements } = await call('bank.overview', { search: '' });
  const company = agreements.find(({ owner }) => owner === 'Fjellheim Bygg AS');
  await call('sessions.begin', {});
  await approveSession(core.workbench);
  await call('sessions.begin', {});
  await approveSession(core.workbench, company?.id);
  const { ids, states } = await now();
  const [corporate = '', personal = ''] = ids;
  expect(states.slice(0, 2)).toEqual(['SCA valid', 'replaced']);
  const answers: unknown[] = [];
  for (const [id, context, status] of [
    [personal, 'PRIVATE', 401],
    [corporate, 'CORPORATE', 200],
  ] as const) {
    await call('sessions.use', { id });
    const { psu } = await call('app.status', {});
    expect([psu?.context, psu?.corporateId === null]).toEqual([context, context === 'PRIVATE']);
    const exchange = await call('requests.send', fresh('readUser'));
    expect(exchange.status).toBe(status);
    answers.push(JSON.parse(exchange.response?.body ?? ''));
  }
  const { psu } = await call('app.status', {});
  expect(answers[1]).toMatchObject({ psuId: psu?.psuId, context: 'CORPORATE' });
  // A session without an SCA leaves the PSU and the context as they are.
  await call('sessions.begin', {});
  expect((await call('app.status', {})).psu?.context).toBe('CORPORATE');
  await call('sessions.abort', { id: (await now()).current });
  expect((await now()).current).toBe(corporate);
});

it("a redirect is about the environment whose bank was told its address: one bank cannot end or complete another's SCA", async () => {
  const { environments } = await call('environments.list', {});
  const local = environments.find(({ kind }) => kind === 'local')?.id ?? '';
  const there = await chooseBank(core.workbench, elsewhere);
  const start = async (environment: string) => {
    await call('environments.choose', { id: environment });
    await call('sessions.begin', {});
    const { status, links, prepared } = await call('requests.send', fresh('readUser'));
    expect([status, links.map(({ name }) => name)]).toEqual([401, ['scaRedirect']]);
    const address = prepared.headers.find(({ name }) => name === 'TPP-Redirect-URI')?.value ?? '';
    expect((await call('app.status', {})).environment.redirectUri).toBe(address);
    return { address, session: (await now()).current };
  };
  const stateIn = async (environment: string) => {
    await call('environments.choose', { id: environment });
    return (await now()).states[0];
  };
  const heard: Return[] = [];
  const end = core.workbench.onEvent(
    (name, payload) => name === 'sca.returned' && heard.push(payload as Return),
  );
  const foreign = await start(there);
  const own = await start(local);
  expect(foreign.address).not.toBe(own.address);

  const failure = '?system=X&status=400&code=ABORTED&message=aborted';
  const success = `?psu-id=evil&context=PRIVATE&tpp-session-id=${own.session}`;
  const opened = { headers: { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' } };
  for (const query of [success, failure])
    expect((await fetch(`${foreign.address}${query}`, opened)).status).toBe(200);
  expect(await stateIn(local)).toBe('SCA pending');
  expect((await call('app.status', {})).psu?.psuId).not.toBe('evil');
  expect(await stateIn(there)).toBe('no valid SCA');
  expect(heard.map(({ outcome, environment, inUse }) => ({ outcome, environment, inUse }))).toEqual([
    { outcome: 'failure', environment: there, inUse: false },
    { outcome: 'failure', environment: there, inUse: false },
  ]);

  // The PSU returns while another environment is in use.
  const again = await start(there);
  await call('environments.choose', { id: local });
  await fetch(`${again.address}?psu-id=p-1&context=PRIVATE&tpp-session-id=${again.session}`, opened);
  expect((await call('app.status', {})).psu?.psuId).not.toBe('p-1');
  expect(await stateIn(there)).toBe('SCA valid');
  expect((await call('app.status', {})).psu?.psuId).toBe('p-1');

  // Of a deleted environment, nothing is received any more.
  await call('environments.remove', { id: there });
  expect((await fetch(`${again.address}${failure}`, opened)).status).toBe(404);
  end();
});
