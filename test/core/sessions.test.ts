/** TPP-Session-IDs of an environment, through the contract (SCA-4, SCA-5). */
import { expect, it } from 'vitest';
import { fresh } from '../../shared/request/compose.ts';
import { requestOf } from '../../shared/request/http.ts';
import { sessionState } from '../../shared/xs2a/session-life.ts';
import { coreForFile } from '../support/file-core.ts';
import { approveSession } from '../support/workbench.ts';

const core = coreForFile('sessions');
const { call } = core;

/** Id in use, and the state of every session, the newest first. */
async function now() {
  const { sessions, current, now: at } = await call('sessions.list', {});
  return { current, ids: sessions.map(({ id }) => id), states: sessions.map((one) => sessionState(one, at)) };
}

it('an abandoned SCA leaves the session in use unchanged unless the SCA belongs to it', async () => {
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
  expect((await now()).states).toEqual(['no valid SCA', 'SCA pending', 'SCA valid']);
  await call('sessions.abort', { id: middle });
  expect(await now()).toMatchObject({
    current: newest,
    states: ['no valid SCA', 'no valid SCA', 'SCA valid'],
  });
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

it('HDR-6: sessions of two contexts stand side by side, and requests act in the context of the one in use', async () => {
  const { agreements } = await call('bank.overview', { search: '' });
  const company = agreements.find(({ owner }) => owner === 'Fjellheim Bygg AS');
  await call('sessions.begin', {});
  await approveSession(core.workbench);
  await call('sessions.begin', {});
  await approveSession(core.workbench, company?.id);
  const { ids, states } = await now();
  const [corporate = '', personal = ''] = ids;
  expect(states.slice(0, 2)).toEqual(['SCA valid', 'SCA valid']);
  for (const [id, context] of [
    [personal, 'PRIVATE'],
    [corporate, 'CORPORATE'],
  ] as const) {
    await call('sessions.use', { id });
    const { psu } = await call('app.status', {});
    expect([psu?.context, psu?.corporateId === null]).toEqual([context, context === 'PRIVATE']);
    const { response } = await call('requests.send', fresh('readUser'));
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ psuId: psu?.psuId, context });
  }
  // A session without an SCA leaves the PSU and the context as they are.
  await call('sessions.begin', {});
  expect((await call('app.status', {})).psu?.context).toBe('CORPORATE');
  await call('sessions.abort', { id: (await now()).current });
  expect((await now()).current).toBe(corporate);
});
