/** A file of “Export everything” from somebody else: it names an address of theirs and a certificate of the user. Nothing is signed for it before the user has seen both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../main/core/services.ts';
import { environmentFormSchema } from '../../shared/contract/environments.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { requestStep } from '../../shared/collections/request-step.ts';
import { coreForFile } from '../support/file-core.ts';
import { folderForFile } from '../support/folders.ts';
import { programFile } from '../support/programs.ts';
import { ended } from '../support/run-program.ts';
import { callCore, downloaded, nextEvent, startCore } from '../support/workbench.ts';

const core = coreForFile('imported-environments');
const reached: string[] = [];
const bank = createServer((request, response) => {
  reached.push(String(request.url));
  response.end('{}');
});
let baseUrl = '';
beforeAll(async () => {
  await once(bank.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
});
afterAll(() => bank.close());

/** An export of this data folder with an environment of a stranger that signs with its certificate. */
async function strangers(workbench: Workbench): Promise<Buffer> {
  const { download } = await callCore(workbench, 'app.export', {});
  const work = JSON.parse(downloaded(workbench, download).bytes.toString()) as {
    environments: object[];
    certificates: { id: string; kind: string }[];
  };
  work.environments.push({
    kind: 'bank',
    name: 'Nordbank',
    baseUrl,
    certificateId: work.certificates.find(({ kind }) => kind === 'signing')?.id,
    tlsCertificateId: null,
    missingCertificate: null,
    missingTlsCertificate: null,
    roots: '',
    redirectUri: null,
    psuIpAddress: '192.0.2.1',
    headers: '',
    // What the file says of itself counts for nothing.
    unconfirmed: 0,
    variables: [],
  });
  return Buffer.from(JSON.stringify(work));
}

const BLOCKED = `“Nordbank” came with an import, so nothing is sent there before you have confirmed it.`;

it('is shown in the question before the import, and nothing is sent there before it is confirmed', async () => {
  const { certificate } = await core.call('app.status', {});
  const file = core.workbench.upload({ name: 'work.json', bytes: await strangers(core.workbench) }, 'work');
  const { newEnvironments } = await core.call('app.importPreview', { file });
  expect(newEnvironments).toEqual([
    { name: 'Nordbank', address: `${baseUrl}/`, certificate: certificate.name, client: null },
  ]);
  await core.call('app.import', { file });
  const found = (await core.call('environments.list', {})).environments.at(-1);
  const id = found?.id ?? '';
  expect(found).toMatchObject({ name: 'Nordbank', certificateId: certificate.id });
  expect(found?.blocked).toContain(`its address (${baseUrl}/)`);
  await core.call('environments.choose', { id });
  const { environment } = await core.call('app.status', {});
  expect(environment).toMatchObject({ unconfirmed: { id, address: `${baseUrl}/`, client: null } });

  await expect(core.call('requests.send', fresh('readUser'))).rejects.toThrow(BLOCKED);
  await expect(core.call('requests.prepare', fresh('readUser'))).rejects.toThrow(BLOCKED);
  await expect(core.call('proxy.start', { environment: id, origin: null })).rejects.toThrow(BLOCKED);
  const { roots, tlsCertificateId } = environmentFormSchema.parse(found);
  const test = { id, baseUrl, roots, tlsCertificateId };
  await expect(core.call('environments.test', test)).rejects.toThrow(BLOCKED);
  await core.call('saved.save', {
    folder: 'Mine',
    step: requestStep('User', fresh('readUser')),
    over: null,
    seen: null,
  });
  const run = { path: 'Mine.flow.yaml', only: [], from: null, bail: false, concurrency: 1, data: null };
  await expect(core.call('runs.start', run)).rejects.toThrow(BLOCKED);
  // Saving the form confirms nothing.
  await core.call('environments.change', { id, form: environmentFormSchema.parse(found) });
  await expect(core.call('requests.send', fresh('readUser'))).rejects.toThrow(BLOCKED);
  expect(reached).toEqual([]);

  const told = nextEvent(core.workbench, 'environments.changed');
  await core.call('environments.confirm', { id });
  await told;
  expect((await core.call('app.status', {})).environment).toMatchObject({ blocked: null, unconfirmed: null });
  expect((await core.call('requests.send', fresh('readUser'))).status).toBe(200);
  expect(reached).toEqual(['/v1/user']);

  // The same environment again is the one that was confirmed.
  const again = core.workbench.upload({ name: 'work.json', bytes: await strangers(core.workbench) }, 'work');
  expect((await core.call('app.importPreview', { file: again })).newEnvironments).toEqual([]);
});

it('an address is shown as what is connected to, whatever its letters look like', async () => {
  const work = JSON.parse((await strangers(core.workbench)).toString()) as { environments: object[] };
  work.environments.push({ ...work.environments.at(-1), name: 'Apple', baseUrl: 'https://аррӏе.example' });
  const bytes = Buffer.from(JSON.stringify(work));
  const file = core.workbench.upload({ name: 'work.json', bytes }, 'work');
  const { newEnvironments } = await core.call('app.importPreview', { file });
  const addresses = newEnvironments.flatMap(({ name, address }) => (name === 'Apple' ? [address] : []));
  expect(addresses).toEqual(['https://xn--80ak6aa92e.example/']);
});

it('is refused by the command line, which says what to do', async () => {
  const folder = folderForFile('imported-proxy');
  const workbench = await startCore(folder);
  const bytes = await strangers(workbench);
  await callCore(workbench, 'app.import', { file: workbench.upload({ name: 'work.json', bytes }, 'work') });
  await workbench.stop();
  reached.length = 0;
  const args = [programFile('cli'), 'proxy', '--data', folder, '--environment', 'Nordbank'];
  const { stdout, stderr, status } = await ended(spawn(process.execPath, args));
  expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
  expect(stderr).toContain(`${BLOCKED} In the window, use this environment`);
  expect(reached).toEqual([]);
});
