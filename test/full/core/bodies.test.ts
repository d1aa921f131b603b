/** A response that is larger than the workbench takes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requestOf } from '../../../shared/requests/http.ts';
import { startBigBank } from '../../support/big-bank.ts';
import { coreForFile } from '../../support/file-core.ts';
import { chooseBank } from '../../support/workbench.ts';

const core = coreForFile('bodies');

it('is refused and leaves no file behind', async () => {
  const bank = await startBigBank();
  try {
    await chooseBank(core.workbench, bank);
    const { failure } = await core.call(
      'requests.send',
      requestOf({ method: 'GET', path: '/v1/accounts/540000000/transactions', headers: [], body: '' }),
    );
    expect(failure).toContain('the response is larger than 512 MB and was discarded');
    expect(readdirSync(join(core.folder, 'bodies'))).toEqual([]);
  } finally {
    await bank.stop();
  }
});
