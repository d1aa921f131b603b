/** `tpp-workbench proxy` as a program of its own: without a window, beside one, and what it refuses. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { foldersForFile } from '../../support/folders.ts';
import { programFile } from '../../support/programs.ts';
import { ask } from '../../support/proxy-client.ts';
import { type Done, ended } from '../../support/run-program.ts';
import { callCore, startCore } from '../../support/workbench.ts';

const PASSPHRASE = 'riktig hest batteri stift';

const folders = foldersForFile('proxy-command');
const begun = (data: string, args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [programFile('cli'), 'proxy', '--data', data, ...args], { cwd: folders.all });
const done = (data: string, ...args: string[]): Promise<Done> => ended(begun(data, args));
const ready = z.object({
  ready: z.literal(true),
  environment: z.string(),
  address: z.string(),
  token: z.string(),
  control: z.object({ address: z.string(), token: z.string() }),
});
const firstLine = async (child: ChildProcessWithoutNullStreams) => {
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return ready.parse(JSON.parse(line));
};
const NAMED = ['--environment', 'Local bank'];

it('signs for other programs with the vault of the data folder, until it gets a signal', async () => {
  const data = folders.next();
  const core = await startCore(data);
  await callCore(core, 'vault.protect', { passphrase: PASSPHRASE, current: null });
  await core.stop();
  const locked = await done(data, ...NAMED);
  expect(locked).toMatchObject({ status: 2, stderr: expect.stringContaining('--password-file') as string });

  writeFileSync(join(folders.all, 'passphrase'), `${PASSPHRASE}\n`);
  const child = begun(data, [...NAMED, '--password-file', 'passphrase', '--json']);
  const exit = once(child, 'exit');
  const { address, token, control } = await firstLine(child);
  const got = await ask(`${address}/v1/bank-offered-consents`, {
    method: 'POST',
    headers: { 'X-Proxy-Token': token },
  });
  expect(got.status).toBe(201);
  const state = await ask(`${control.address}/control/state`, {
    headers: { Authorization: `Bearer ${control.token}` },
  });
  expect(state.status).toBe(200);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);

  const after = await startCore(data);
  const { exchanges } = await callCore(after, 'history.list', { search: '' });
  expect(exchanges).toMatchObject([{ status: 201, origin: 'proxy', environment: 'Local bank' }]);
  await after.stop();
});

it('beside a window it gives the address of the proxy that is switched on there', async () => {
  const data = folders.next();
  const core = await startCore(data);
  const off = await done(data, ...NAMED);
  expect(off).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('its signing proxy is off') as string,
  });
  const { proxy } = await callCore(core, 'proxy.start', { environment: 'local', origin: null });
  const on = await done(data, ...NAMED, '--json');
  expect(ready.parse(JSON.parse(on.stdout))).toEqual({
    ready: true,
    environment: 'Local bank',
    address: proxy.address,
    token: proxy.token,
    control: {
      address: expect.stringMatching(/^http:/) as string,
      token: expect.stringMatching(/./) as string,
    },
  });
  const other = await done(data, '--environment', 'Nordbank');
  expect(other).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('on for “Local bank”') as string,
  });
  await core.stop();
});

it('refuses what it cannot do, with a sentence', async () => {
  const data = folders.next();
  // With its keys, which take longest to make.
  await (await startCore(data)).stop();
  const refused: [string[], string][] = [
    [[], '--environment NAME'],
    [['--environment', 'Nordbank'], 'There is no environment “Nordbank”. Choose “Local bank”.'],
    [[...NAMED, '--port', 'x'], '--port must be a port'],
    [[...NAMED, '--allow-origin', 'localhost'], 'An origin is'],
  ];
  for (const [args, sentence] of refused) {
    const { status, stderr } = await done(data, ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).not.toMatch(/\n\s+at /);
  }
});
