/** `tpp-workbench run --baseline`: ids and addresses of two banks that correspond are no difference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useRunProgram } from '../../support/run-program.ts';

const { collection, done, folder } = useRunProgram();

const PAY = `
steps:
  - consent: Eirik Solbakken
  - name: Accounts
    request: GET /v1/accounts
    keep:
      account: $.accounts[0].bban
      savings: $.accounts[1].bban
  - name: Pay
    request: POST /v1/payments/domestic-norway-credit-transfers
    body:
      instructedAmount: { currency: NOK, amount: '{{amount}}' }
      debtorAccount: { bban: '{{account}}' }
      creditorAccount: { bban: '{{savings}}' }
      creditorName: Eirik Solbakken
      remittanceInformationUnstructured: Takk
    keep: { authorise: link startAuthorisation, state: link status, self: link self }
  - request: POST {{authorise}}
  - sca: approve
    as: Eirik Solbakken
  - name: Status
    request: GET {{state}}
  - name: Payment
    request: GET {{self}}
`;

let first: { status: number | null };
beforeAll(async () => {
  collection('compared', {
    'collection.yaml': "variables: { amount: '1250.00' }\nvolatile: ['$..lastChangeDateTime']\n",
    '1-pay.flow.yaml': PAY,
  });
  first = await done(['run', 'compared', '--bank', '--save-baseline', 'base.json']);
});
const compared = (...more: string[]) =>
  done(['run', 'compared', '--bank', '--baseline', 'base.json', '--fail-on-change', ...more]);

it('a run at another bank has not changed, whatever its ids and its port', async () => {
  expect(first.status).toBe(0);
  expect(readFileSync(join(folder, 'base.json'), 'utf8')).toContain('enc!!');
  expect(await compared()).toMatchObject({ stderr: 'Nothing has changed since the baseline.\n', status: 0 });
});

it('a run that did not reach its end is not kept, and the program ends', async () => {
  const status = "steps: [{ request: 'GET /v1/accounts' }, { request: 'GET {{none}}' }]";
  collection('broken', { 'collection.yaml': "volatile: ['$..href']\n", '1.flow.yaml': status });
  const broken = await done(['run', 'broken', '--bank', '--bail', '--save-baseline', 'broken.json']);
  expect(broken.stderr).toContain('The run did not reach its end, so broken.json is not written.');
  expect(broken.status).toBe(2);
});

it('a value that is no id has changed', async () => {
  const { status, stderr } = await compared('--var', 'amount=1300.00');
  expect(stderr).toContain('amount was "1250.00", is "1300.00"');
  expect(status).toBe(1);
});
