/** The names that every object has, such as `constructor`, are names like any other at each door through which somebody else's text comes in. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { sourcesBelow } from '../../scripts/lib/imports.ts';
import { openReadings } from '../../scripts/lib/open-records.ts';
import { returnSchema } from '../../shared/contract/status.ts';
import { importFiles } from '../../shared/interchange/import.ts';
import { fresh } from '../../shared/requests/compose.ts';
import { coreForFile } from '../support/file-core.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);
const core = coreForFile('object-names');
const { call } = core;

/** The titles of the requests since a position. */
async function titlesAfter(seq: number): Promise<string[]> {
  const { events } = await call('flow.read', { after: seq, limit: 5000 });
  return events.flatMap((event) => (event.kind === 'request' ? [event.title] : []));
}
const last = async () => (await call('flow.read', { after: 0, limit: 1 })).last;

it('a request to a path with such a name is in the event log, with its response', async () => {
  const { bank } = await call('app.status', {});
  const before = await last();
  const dispatcher = new Agent({
    connect: { ca: readFileSync(join(core.folder, 'bank', 'pki', 'ca.pem'), 'utf8') },
  });
  for (const name of NAMES) await request(`https://localhost:${bank.port}/v1/${name}/abc`, { dispatcher });
  await dispatcher.close();
  const { events } = await call('flow.read', { after: before, limit: 5000 });
  const targets = events.flatMap((event) => (event.kind === 'request' ? [event.target] : []));
  expect(targets).toEqual(NAMES.map((name) => `/v1/${name}/abc`));
  expect(events.filter(({ kind }) => kind === 'response')).toHaveLength(NAMES.length);
});

it('a form of the PSU with such a step is in the event log, under the title of any other form', async () => {
  const asked = await call('requests.send', fresh('createConsent'));
  const href = asked.links.find(({ name }) => name === 'scaRedirect')?.href ?? '';
  const before = await last();
  for (const step of NAMES) await fetch(href, { method: 'POST', body: new URLSearchParams({ step }) });
  expect(await titlesAfter(before)).toEqual(NAMES.map(() => 'Says who they are'));
});

it('a redirect with parameters of such names reaches the window, and says of each that it is unknown', async () => {
  const { environment } = await call('app.status', {});
  const returned = new Promise<unknown>((resolve) =>
    core.workbench.onEvent((name, payload) => name === 'sca.returned' && resolve(payload)),
  );
  const response = await fetch(`${environment.redirectUri}?${NAMES.map((name) => `${name}=1`).join('&')}`);
  expect(response.status).toBe(200);
  const { parameters } = returnSchema.parse(await returned);
  expect(parameters.map(({ name }) => name)).toEqual(NAMES);
  expect(new Set(parameters.map(({ text }) => text)).size).toBe(1);
});

it('an imported request whose body is in a language of such a name is read', () => {
  for (const language of NAMES) {
    const body = { mode: 'raw', raw: '<a>', options: { raw: { language } } };
    const item = [{ name: 'One', request: { method: 'POST', url: 'https://x.example/v1/a', body } }];
    const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
    const bytes = Buffer.from(JSON.stringify({ info: { name: 'Mine', schema }, item }));
    expect(importFiles([{ path: 'a.json', bytes }]).tree.children).toHaveLength(1);
  }
});

it('there is no command and no group of such a name', async () => {
  const program = join(import.meta.dirname, '../../main/cli/main.ts');
  const run = () => execFileSync(process.execPath, [program, 'constructor'], { stdio: 'pipe' });
  expect(run).toThrow('Unknown command "constructor"');
});

const ROOT = join(import.meta.dirname, '../..');

it('no record with open names is read by a name that only the run decides', () => {
  const files = sourcesBelow(ROOT, ['shared', 'bank-sim', 'main', 'renderer']);
  const others = files.filter((file) => file !== 'shared/own-value.ts');
  const sources = new Map(others.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
  // Use `ownValue(record, name)`, or give the names of the record a type.
  expect(openReadings(sources)).toEqual([]);
});

it('the search for such readings finds them in constants, parameters and imports, and leaves the others alone', () => {
  const sources = new Map([
    ['a/tables.ts', `export const TABLE: Readonly<Record<string, number>> & { x: number } = { x: 1 };`],
    [
      'a/b/use.ts',
      `import { TABLE as OTHER } from '../tables.ts';
const LIST: readonly Record<string, number>[] = [];
const KNOWN: Record<'a' | 'b', number> = { a: 1, b: 2 };
const found = (given: Partial<Record<string, string>>, name: string, kind: 'a' | 'b') => {
  given['x'];
  given[name] = 'y';
  return [OTHER[name], given[name], name in OTHER, OTHER.x, LIST[0], KNOWN[kind]];
};`,
    ],
  ]);
  expect(openReadings(sources).map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    'a/b/use.ts:7 OTHER[name]',
    'a/b/use.ts:7 given[name]',
    'a/b/use.ts:7 name in OTHER',
  ]);
});
