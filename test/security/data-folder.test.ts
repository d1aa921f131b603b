/** A data folder that is deleted, replaced or damaged: nothing is acknowledged that is not kept, and nothing is void without a word. */
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { foldersForFile } from '../support/folders.ts';
import { startProcess } from '../support/process.ts';
import { serviceCall, testService } from '../support/spaces.ts';
import { callCore, downloaded, nextEvent, startCore } from '../support/workbench.ts';

const folders = foldersForFile('data-folder');

async function started(folder: string): Promise<Workbench> {
  const workbench = await startCore(folder);
  onTestFinished(() => workbench.stop());
  return workbench;
}

const deleted = (folder: string) => rmSync(folder, { recursive: true });
/** Another one of the same name and content. */
const replaced = (folder: string) => {
  renameSync(folder, `${folder}.away`);
  cpSync(`${folder}.away`, folder, { recursive: true });
};

it.each([
  ['deleted', deleted],
  ['replaced', replaced],
  ['left without its history', (folder: string) => rmSync(join(folder, 'history.db'))],
])(
  'once the folder is %s, nothing that a person does is acknowledged, and the window says so',
  async (_, act) => {
    const folder = folders.next();
    const workbench = await started(folder);
    await callCore(workbench, 'settings.change', { theme: 'dark' });
    act(folder);
    const gone = `The data folder ${folder} was deleted or replaced while the workbench was running. Nothing is saved any more.`;
    const step = requestStep('Mine', fresh('readUser'));
    const told = nextEvent(workbench, 'status.changed');
    await expect(callCore(workbench, 'settings.change', { theme: 'light' })).rejects.toThrow(gone);
    await expect(
      callCore(workbench, 'saved.save', { folder: '', step, over: null, seen: null }),
    ).rejects.toThrow(gone);
    await expect(callCore(workbench, 'requests.send', fresh('createConsent'))).rejects.toThrow(gone);
    await expect(callCore(workbench, 'bank.takeSnapshot', { name: 'first' })).rejects.toThrow(gone);
    await told;
    const { notices } = await callCore(workbench, 'app.status', {});
    expect(notices).toEqual([expect.stringContaining(gone)]);
    // The way out with everything stays open.
    const { download } = await callCore(workbench, 'app.export', {});
    expect(JSON.parse(downloaded(workbench, download).bytes.toString())).toMatchObject({
      settings: { theme: 'dark' },
    });
  },
);

it('a window that does nothing hears of it from the bank, which answers nobody any more', async () => {
  const folder = folders.next();
  const workbench = await started(folder);
  deleted(folder);
  await nextEvent(workbench, 'status.changed');
  const { notices, bank } = await callCore(workbench, 'app.status', {});
  expect(notices).toEqual([expect.stringContaining('Nothing is saved any more.')]);
  expect(bank.running).toBe(false);
});

it('the bank alone ends, with a sentence', async () => {
  const folder = folders.next();
  const { child, ready } = await startProcess('--data', folder);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const state = () => fetch(`${ready.controlBaseUrl}/control/health`);
  expect((await state()).status).toBe(200);
  deleted(folder);
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(said).toContain(
    `The data of the bank in ${folder} was deleted or replaced while the bank was running.`,
  );
  await expect(state()).rejects.toThrow('fetch failed');
});

it('a space whose folder is deleted answers no more, and the others go on', async () => {
  const data = folders.next();
  let hear: (line: string) => void = () => undefined;
  const heard = new Promise<string>((resolve) => {
    hear = resolve;
  });
  const service = await testService(data, { log: hear });
  onTestFinished(() => service.stop());
  for (const name of ['gone', 'there']) await serviceCall(service, 'POST', '/spaces', { body: { name } });
  deleted(join(data, 'spaces/gone'));
  expect(await heard).toContain('gone: The data of the bank in');
  const stateOf = async (name: string) =>
    (await serviceCall(service, 'GET', `/spaces/${name}`)).body['state'];
  expect([await stateOf('gone'), await stateOf('there')]).toEqual(['unusable', 'awake']);
  expect((await serviceCall(service, 'GET', '/spaces/gone/control/state')).status).toBe(503);
});

it('damaged keys of the bank are kept aside, and the window says that its new CA is not the one that clients trust', async () => {
  const folder = folders.next();
  await (await startCore(folder)).stop();
  const pki = join(folder, 'bank/pki');
  writeFileSync(join(pki, 'ca-key.pem'), 'damaged');
  const workbench = await started(folder);
  const { notices } = await callCore(workbench, 'app.status', {});
  const aside = readdirSync(join(folder, 'bank')).find((name) => name.startsWith('pki.damaged-'));
  expect(notices).toEqual([
    `The bank's certificates in ${pki} cannot be used: ca-key.pem is damaged, or another key. They are kept as ${join(folder, 'bank', String(aside))}, and new ones were made. Every client that trusted the old CA refuses the bank now, and certificates that it has issued are void: let clients trust the new CA in ${join(pki, 'ca.pem')}. Or stop the program, and restore ${pki} from a backup.`,
  ]);
  expect(existsSync(join(folder, 'bank', String(aside), 'tls.pem'))).toBe(true);
});
