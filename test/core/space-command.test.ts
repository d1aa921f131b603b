/** `tpp-workbench space …`: what it says when something is wrong. docs/teams.md, which is run by spaces-process.test.ts, has the rest. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../../main/cli/command.ts';
import { COMMANDS } from '../../main/cli/commands.ts';
import { foldersForFile } from '../support/folders.ts';
import { SERVICE_TOKEN, testService } from '../support/spaces.ts';

const folders = foldersForFile('space-command');

afterAll(() => vi.unstubAllEnvs());
beforeEach(() => {
  vi.unstubAllEnvs();
  vi.stubEnv('TPP_CONTROL_TOKEN', SERVICE_TOKEN);
});

async function run(command: string, ...args: string[]) {
  const found = await COMMANDS[`space ${command}`]?.();
  if (found === undefined) throw new Error(`There is no command space ${command}.`);
  return found.run(args);
}

/** The sentence of a usage error. */
async function refused(command: string, ...args: string[]): Promise<string> {
  try {
    await run(command, ...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}

async function started() {
  const service = await testService(folders.next());
  onTestFinished(() => service.stop());
  vi.stubEnv('TPP_SPACES', service.controlBaseUrl);
  return service;
}

describe('with a service', () => {
  it('makes, shows and ends a space, as text and as data', async () => {
    const service = await started();
    const made = await run('make', 'anna', '--quirk', 'onHoldStatus=PDNG', '--env', 'production');
    expect(made.json).toMatchObject({
      name: 'anna',
      quirks: { environment: 'production', onHoldStatus: 'PDNG' },
    });
    const { controlToken } = made.json as { controlToken: string };
    expect(made.text).toContain(controlToken);
    const shown = await run('show', 'anna');
    expect(shown.text).toMatch(/^name {9}anna\nstate {8}awake\n/);
    expect(JSON.stringify(shown)).not.toContain(controlToken);
    expect((await run('list')).text).toMatch(/^anna {2}awake {5}https:/);
    expect((await run('quirk', 'anna', 'onHoldStatus=BLCK', 'strictKid=false')).json).toMatchObject({
      quirks: { onHoldStatus: 'BLCK', strictKid: false },
    });
    expect((await run('token', 'anna')).text).toMatch(/^[\w-]{32}$/);
    await run('end', 'anna');
    expect(service.spaces.all()).toEqual([]);
  });
  it('says what the service says', async () => {
    await started();
    expect(await refused('show', 'anna')).toBe('There is no space "anna".');
    expect(await refused('end', '../x')).toBe('There is no space "../x".');
    expect(await refused('make', 'Anna')).toMatch(/^name must have 1 to 40 letters/);
    expect(await refused('make', '--clock', 'noon')).toMatch(/^clock must be a date-time/);
    expect(await refused('make', '--quirk', 'mood=good')).toMatch(/"mood" is unknown/);
    expect(await refused('make', '--quirk', 'mood')).toMatch(/^A quirk has the form NAME=VALUE/);
    expect(await refused('make', '--from', 'nobody')).toBe('There is no space "nobody".');
    vi.stubEnv('TPP_CONTROL_TOKEN', 'another-token-of-nobody');
    expect(await refused('list')).toMatch(/^Send a token as "Authorization: Bearer/);
  });
  it('takes the token from the first line of a file', async () => {
    await started();
    vi.stubEnv('TPP_CONTROL_TOKEN', undefined);
    const file = join(folders.next(), 'token');
    writeFileSync(file, `${SERVICE_TOKEN}\r\nanother line`);
    expect((await run('list', '--token-file', file)).text).toMatch(/^There are no spaces/);
  });
});

it('says how to give a token, and which names are missing', async () => {
  vi.stubEnv('TPP_CONTROL_TOKEN', undefined);
  expect(await refused('list')).toMatch(
    /^Give the token of the service: set TPP_CONTROL_TOKEN, or name a file/,
  );
  expect(await refused('end')).toBe('Give the name of one space.');
  expect(await refused('end', 'a', 'b')).toBe('Give the name of one space.');
  expect(await refused('make', 'a', 'b')).toBe('Give at most one name of a space.');
  expect(await refused('list', 'a')).toBe('This command takes no name.');
  expect(await refused('quirk', 'a')).toMatch(/^Give the name of a space and quirks/);
});

it('a snapshot that is none is named', async () => {
  const file = join(folders.next(), 'snapshot.json');
  writeFileSync(file, 'x');
  expect(await refused('make', '--snapshot', file)).toBe('snapshot.json is not a snapshot: it is not JSON.');
});

it('says how to start the service if nothing answers, and that something else has answered', async () => {
  const other = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const at = `http://127.0.0.1:${port}`;
  expect(await refused('list', '--control', at)).toMatch(
    / is not the service of spaces: it answers 200 with /,
  );
  await new Promise((resolve) => other.close(resolve));
  expect(await refused('list', '--control', at)).toMatch(
    /ECONNREFUSED.*\. Start it with: tpp-workbench spaces$/,
  );
  expect(await refused('list', '--control', 'nonsense')).toMatch(/^--control must be an address/);
});
