/** Section 13: one file with every option of the bank. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HELP, readCommandLine, configFileSchema } from '../../bank-sim/options.ts';
import { ENCODINGS } from '../support/encodings.ts';
import { foldersForFile } from '../support/folders.ts';
import { HOUSES } from '../../shared/node/brand.ts';
import { SPECIFICATION, writeProfileFile } from '../../shared/signing/profile.ts';
import { makeIdentity } from '../support/identity.ts';

const folders = foldersForFile('config-file');
const TOKEN = 'token-of-the-operator-1';

/** @returns the name of the file */
function config(content: unknown, folder = folders.next()): string {
  const file = join(folder, 'bank-config.json');
  writeFileSync(file, Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return file;
}

it('has every option, and paths in it are relative to its folder', async () => {
  const folder = folders.next();
  const { pem } = await makeIdentity();
  writeFileSync(join(folder, 'ca.pem'), pem);
  writeFileSync(join(folder, 'token'), TOKEN);
  writeFileSync(join(folder, 'profile.json'), writeProfileFile(SPECIFICATION));
  const everything = {
    $schema: 'bank.schema.json',
    port: 1,
    'psu-port': 2,
    'control-port': 3,
    host: '0.0.0.0',
    'control-host': '::',
    san: ['Bank.test', '10.1.2.3'],
    data: 'bank',
    env: 'production',
    clock: '2026-12-01T08:00:00+01:00',
    trust: ['ca.pem'],
    profile: 'profile.json',
    quirks: { strictKid: false, onHoldStatus: 'PDNG' },
    'psu-http': true,
    'control-token-file': 'token',
    'access-log': 'access.log',
    grace: 0.0000001,
    json: true,
  };
  expect(readCommandLine(['--config', config(everything, folder)])).toEqual({
    help: false,
    json: true,
    grace: 0,
    accessLog: join(folder, 'access.log'),
    bank: {
      port: 1,
      psuPort: 2,
      controlPort: 3,
      host: '0.0.0.0',
      controlHost: '::',
      names: ['bank.test', '10.1.2.3'],
      data: join(folder, 'bank'),
      brand: HOUSES.bank,
      trust: [pem],
      profile: SPECIFICATION,
      quirks: { environment: 'production', strictKid: false, onHoldStatus: 'PDNG' },
      psuHttp: true,
      clock: Date.parse('2026-12-01T07:00:00Z'),
      controlToken: TOKEN,
    },
  });
  const options = [...HELP.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = '']) => name);
  const inFile = options.map((name) => (name === 'quirk' ? 'quirks' : name));
  expect(inFile.filter((name) => !['config', 'help'].includes(name)).sort()).toEqual(
    Object.keys(everything)
      .filter((name) => name !== '$schema')
      .sort(),
  );
});

it('the command line takes precedence, and adds to lists', async () => {
  const folder = folders.next();
  const { pem } = await makeIdentity();
  writeFileSync(join(folder, 'ca.pem'), pem);
  const file = config(
    {
      port: 1,
      'psu-port': 2,
      data: ':memory:',
      grace: 5,
      'access-log': '-',
      trust: ['ca.pem'],
      quirks: { strictKid: false, onHoldStatus: 'PDNG' },
    },
    folder,
  );
  const typed = [
    '--port',
    '4',
    '--grace',
    '2',
    '--quirk',
    'onHoldStatus=BLCK',
    '--trust',
    join(folder, 'ca.pem'),
  ];
  expect(readCommandLine([...typed, '--config', file])).toMatchObject({
    grace: 2000,
    accessLog: '-',
    bank: {
      port: 4,
      psuPort: 2,
      controlPort: 8445,
      data: null,
      trust: [pem, pem],
      quirks: { strictKid: false, onHoldStatus: 'BLCK' },
    },
  });
});

it.each(ENCODINGS)('is read in %s', (_, written) => {
  const file = config(written('{ "data": ":memory:", "port": 7 }'));
  expect(readCommandLine(['--config', file])).toMatchObject({ bank: { port: 7, data: null } });
});

it.each([
  [{ colour: 'blue' }, '"colour" is unknown. The configuration can have $schema, port,'],
  [{ port: 65_536 }, 'port must be'],
  [{ port: '1' }, 'port must be'],
  [{ env: 'moon' }, 'env must be sandbox or production, not "moon".'],
  [{ quirks: { colour: 'blue' } }, '"colour" is unknown. quirks takes'],
  [{ quirks: { strictKid: 'perhaps' } }, 'quirks.strictKid must be'],
  [{ grace: 3601 }, 'grace must be'],
  [{ clock: 'noon' }, '--clock must be a date-time'],
  [[], 'The configuration must be an object'],
  [Buffer.from('{'), 'is not JSON'],
])('%j is refused with a sentence', (content, sentence) => {
  const file = config(content);
  expect(() => readCommandLine(['--config', file])).toThrow(sentence);
});

it('a file that is not there is named', () => {
  expect(() => readCommandLine(['--config', '/nonexistent.json'])).toThrow(
    'The file /nonexistent.json given with --config cannot be read',
  );
});

it('docs/bank.schema.json is its schema', () => {
  const kept = readFileSync(join(import.meta.dirname, '../../docs/bank.schema.json'), 'utf8');
  expect(kept).toBe(configFileSchema());
});
