/** `tpp-workbench ready`: the health check of containers and scripts. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { useBank } from '../support/bank.ts';
import { programFile } from '../support/programs.ts';
import { ended } from '../support/run-program.ts';

const test = useBank();
const ready = (...args: string[]) => ended(spawn(process.execPath, [programFile('cli'), 'ready', ...args]));

it('a bank that accepts requests is ready; one that does not says why', async () => {
  const { controlBaseUrl, apiBaseUrl } = test.bank;
  expect(await ready(controlBaseUrl)).toEqual({
    status: 0,
    stdout: `The bank at ${controlBaseUrl} is ready.\n`,
    stderr: '',
  });
  await test.bank.stopListening();
  expect(await ready(controlBaseUrl, '--json')).toMatchObject({
    status: 1,
    stdout: '{"ready":false,"reason":"The API of the bank is switched off."}\n',
  });
  await test.bank.listen(Number(new URL(apiBaseUrl).port));
});

it('what is no bank is not ready', async () => {
  const other = createServer((_, response) => response.writeHead(404).end('<html>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect(await ready(address)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Not ready: ') as string,
  });
  await new Promise((resolve) => other.close(resolve));
  expect(await ready(address)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('ECONNREFUSED') as string,
  });
});

it.each([['nonsense'], ['ftp://127.0.0.1'], ['http://127.0.0.1:1', 'http://127.0.0.1:2'], ['--colour']])(
  '%s is refused',
  async (...args) => {
    expect(await ready(...args)).toMatchObject({ status: 2, stdout: '' });
  },
);
