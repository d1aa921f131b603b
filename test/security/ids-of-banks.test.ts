/** Ids that a bank answers with are offered in the fields of later requests. None of them is a template: its variable could be a secret. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestOf } from '../../shared/requests/http.ts';
import { coreForFile } from '../support/file-core.ts';
import { startTlsServer, type TlsServer } from '../support/tls-server.ts';
import { chooseBank } from '../support/workbench.ts';

const core = coreForFile('ids-of-banks');
let bank: TlsServer;
const links = (...hrefs: string[]) => Object.fromEntries(hrefs.map((href, at) => [`l${at}`, { href }]));

beforeAll(async () => {
  bank = await startTlsServer('Bank of templates', (_request, response) =>
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        psuCorporateId: 'x{{key}}',
        accounts: [
          { name: 'Savings', _links: links('/v1/accounts/{{key}}', '/v1/accounts/%7B%7bkey%7D%7d') },
          { name: 'Salary', _links: links('/v1/accounts/%257B%257Bkey%257D%257D', '/v1/accounts/1') },
        ],
      }),
    ),
  );
  await chooseBank(core.workbench, bank);
});
afterAll(() => bank.stop());

it('an id with the name of a variable in braces, however it is encoded, is not offered', async () => {
  await core.call('requests.send', requestOf({ method: 'GET', path: '/v1/x', headers: [], body: '' }));
  const { ids } = await core.call('requests.recentIds', {});
  expect(ids.map(({ name, value }) => [name, value])).toEqual([['account-id', '1']]);
});
