/** JSONPaths that would take hours: a sentence, and everything else goes on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../../../main/core/services.ts';
import type { Input, MethodName, Output } from '../../../shared/contract/methods.ts';
import { requestOf } from '../../../shared/requests/http.ts';
import { type BigBank, startBigBank } from '../../support/big-bank.ts';
import { folderForFile } from '../../support/folders.ts';
import { callCore, chooseBank, startCore } from '../../support/workbench.ts';

const folder = folderForFile('hostile-bodies');
let workbench: Workbench;
let bank: BigBank;

const call = <M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> =>
  callCore(workbench, method, input);
const received = async (bytes: number): Promise<string> => {
  const path = `/v1/accounts/${bytes}/transactions`;
  return (await call('requests.send', requestOf({ method: 'GET', path, headers: [], body: '' }))).id;
};

beforeAll(async () => {
  [workbench, bank] = await Promise.all([startCore(folder, { longestQuery: 2000 }), startBigBank()]);
  await chooseBank(workbench, bank);
});
afterAll(async () => {
  await Promise.all([workbench.stop(), bank.stop()]);
});

describe.each([
  ['in memory', 1_700_000],
  ['in a file', 5_000_000],
])('a JSONPath over a body %s', (_, bytes) => {
  it.each([
    ['a regular expression that backtracks', "$..[?match(@, '((.+)+)+§')]"],
    ['descents that multiply', `$${'..[*,*,*,*,*,*,*,*]'.repeat(4)}`],
  ])(
    'with %s is stopped in time, and hinders nothing else',
    async (_what, path) => {
      const id = await received(bytes);
      const slow = call('body.query', { id, path });
      const waiting = call('body.query', { id, path: '$.transactions.booked[0].creditorName' });
      let stopped = false;
      const answered = slow.then((answer) => {
        stopped = true;
        return answer;
      });
      // What does not wait for it is answered first.
      expect((await call('body.lines', { id, mode: 'raw', from: 0, count: 1 })).lines).toHaveLength(1);
      await call('app.status', {});
      expect(stopped).toBe(false);
      expect(await answered).toEqual({
        matches: [],
        total: 0,
        problem: expect.stringMatching(
          /^This JSONPath (took more than 2 seconds|needs too much memory)/,
        ) as string,
      });
      expect((await waiting).matches).toEqual([
        { path: '$.transactions.booked[0].creditorName', text: '"Bryggen Kiosk"' },
      ]);
    },
    30_000,
  );
});
