/** What the list of snapshots says of each: whether it was taken here or added, the time of the bank in it, and how much it has. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import { foldersForFile } from '../support/folders.ts';
import { approveSession, callCore, startCore } from '../support/workbench.ts';

const { next } = foldersForFile('snapshot-list');

it('counts what a snapshot has, and tells one that was added from one that was taken', async () => {
  const folder = next();
  const workbench = await startCore(folder);
  try {
    await callCore(workbench, 'bank.takeSnapshot', { name: 'Empty' });
    await callCore(workbench, 'requests.send', fresh('createPayment'));
    await callCore(workbench, 'bank.takeSnapshot', { name: 'One payment' });
    const { download } = await callCore(workbench, 'bank.saveSnapshot', { name: 'One payment' });
    const file = workbench.download(download);
    if (file === null || !('bytes' in file)) throw new Error('The snapshot is not there.');
    const upload = workbench.upload(file, 'work');
    const added = await callCore(workbench, 'bank.addSnapshot', { file: upload });
    const { snapshots } = await callCore(workbench, 'bank.snapshots', {});
    const aboutOf = (name: string) => snapshots.find((one) => one.name === name)?.about;
    const nothing = { baskets: 0, consents: 0, sessions: 0, ofDemonstration: false };
    expect(aboutOf('Empty')).toMatchObject({ ...nothing, payments: 0, added: false });
    expect(aboutOf('One payment')).toMatchObject({ ...nothing, payments: 1, added: false });
    expect(aboutOf(added.name)).toMatchObject({ ...nothing, payments: 1, added: true });
    expect(aboutOf('Empty')?.clock).toBeGreaterThan(0);
    // As the bank lists them: the second SCA of a PSU replaces the session of the first.
    for (let sca = 0; sca < 2; sca++) {
      await callCore(workbench, 'sessions.begin', {});
      await approveSession(workbench);
    }
    await callCore(workbench, 'bank.takeSnapshot', { name: 'SCA' });
    const { sessions } = await callCore(workbench, 'bank.overview', { search: '' });
    const later = await callCore(workbench, 'bank.snapshots', {});
    expect(later.snapshots.find(({ name }) => name === 'SCA')?.about?.sessions).toBe(sessions.length);
    expect(sessions).toHaveLength(1);

    const about = (name: string) => join(folder, 'snapshots', `${name}.about.json`);
    rmSync(about('Empty'));
    writeFileSync(about('One%20payment'), '{"payments":-1}');
    const again = await callCore(workbench, 'bank.snapshots', {});
    const unknown = again.snapshots.filter((one) => one.about === null).map(({ name }) => name);
    expect(unknown.toSorted()).toEqual(['Empty', 'One payment']);
  } finally {
    await workbench.stop();
  }
});
