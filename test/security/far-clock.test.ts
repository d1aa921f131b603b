/** The clock of the bank in its last days (1 January 9990 is the first that it refuses): whatever counts days still ends. */
import { expect, it } from 'vitest';
import { requestOf } from '../../shared/requests/http.ts';
import { folderForFile } from '../support/folders.ts';
import { callCore, startCore } from '../support/workbench.ts';

const LAST_EVENING = '9989-12-31T22:30:00Z';

it('variables that count days, batches, snapshots, a restart and a reset', async () => {
  const folder = folderForFile('far-clock');
  let workbench = await startCore(folder);
  const draft = (body: string) =>
    requestOf({ method: 'POST', path: '/v1/consents', headers: [['x-a', body]], body });
  const prepared = (body: string) => callCore(workbench, 'requests.prepare', draft(body));
  const daysAreCounted = async () => {
    for (const name of ['$bankingDay+4000', '$bankingDay+3000', '$today+4000'])
      await expect(prepared(`{{${name}}}`)).rejects.toThrow(`The variable {{${name}}} has no value`);
    const { headers } = await prepared(
      '{{$bankingDay}} {{$bankingDay-4000}} {{$bankingDay+1}} {{$today+3652}}',
    );
    // In Oslo, it is the day after.
    expect(headers.find(({ name }) => name === 'x-a')?.value).toMatch(
      /^9990-01-02 997[34]-\d\d-\d\d 9990-01-03 9999-12-\d\d$/,
    );
  };
  try {
    await callCore(workbench, 'bank.clock', { set: LAST_EVENING });
    await daysAreCounted();
    await callCore(workbench, 'bank.batch', {});
    await callCore(workbench, 'bank.takeSnapshot', { name: 'late' });
    await callCore(workbench, 'bank.overview', { search: '' });
    await workbench.stop();
    workbench = await startCore(folder);
    await daysAreCounted();
    await callCore(workbench, 'bank.quirk', { name: 'batchDays', value: 'all' });
    await callCore(workbench, 'bank.restoreSnapshot', { name: 'late' });
    await callCore(workbench, 'bank.reset', { clock: 'keep' });
    await callCore(workbench, 'bank.batch', {});
    await daysAreCounted();
    await callCore(workbench, 'bank.reset', { clock: 'real' });
    expect((await callCore(workbench, 'app.status', {})).bank.now).toBeLessThan(Date.UTC(9000, 0, 1));
  } finally {
    await workbench.stop();
  }
});
