/** Calls that a page would never make: a sentence, never an internal error, and nothing that must be forgotten is kept. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fresh } from '../../shared/requests/compose.ts';
import { coreForFile } from '../support/file-core.ts';

const core = coreForFile('odd-calls');
const { call } = core;
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, '']));

it.each<[method: string, input: unknown]>([
  ['bank.quirk', { name: '__proto__', value: 'true' }],
  ['bank.quirk', { name: 'constructor', value: true }],
  ['variables.set', { id: 'nobody', variable: { name: 'a', value: 'b', secret: false } }],
  ['variables.set', { id: 'nobody', variable: { name: 'a', value: 'b', secret: true } }],
  ['saved.remove', { items: [{ kind: 'step', path: 'a\0b' }] }],
  ['requests.prepare', { ...fresh('listAccounts'), path: null, headers: fields(501) }],
  ['requests.send', { ...fresh('listAccounts'), path: null, query: fields(501) }],
  ['requests.send', { ...fresh('listAccounts'), path: null, query: { q: 'x'.repeat(100_001) } }],
  ['requests.send', { ...fresh('listAccounts'), path: null, headers: JSON.parse('{"__proto__":"x"}') }],
  ['variables.keep', { name: 'a', secret: false, from: 'x', value: JSON.parse('[{"__proto__":1}]') }],
  ['bank.takeSnapshot', { name: '\ud800' }],
  ['bank.restoreSnapshot', { name: '\ud800' }],
  ['bank.removeSnapshot', { name: '\ud800' }],
])('%s with %j is refused with a sentence', async (method, input) => {
  const answer = await core.workbench.dispatch(method, input);
  expect(answer).toMatchObject({ ok: false });
  expect(answer).not.toMatchObject({ error: { kind: 'internal' } });
});

it('a value that is nested too deeply, and an input with very many faults, get a short sentence', async () => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level++) value = [value];
  expect(
    await core.workbench.dispatch('variables.keep', { name: 'a', secret: false, from: 'x', value }),
  ).toMatchObject({
    ok: false,
    error: { kind: 'internal', message: expect.stringContaining('too many levels') },
  });
  const faulty = { password: null, files: Array.from({ length: 5000 }, () => 1) };
  const answer = await core.workbench.dispatch('certificates.import', faulty);
  expect(answer).toMatchObject({ ok: false, error: { kind: 'bad-input' } });
  const lines = JSON.stringify(answer).split('\\n');
  expect(lines.length).toBeLessThan(60);
  expect(lines.at(-1)).toContain('… and 4980 more.');
});

it('a variable that is made secret or removed is in no file any more', async () => {
  const readable = (text: string) =>
    readdirSync(core.folder).filter(
      (name) => name.startsWith('workbench.db') && readFileSync(join(core.folder, name)).includes(text),
    );
  const set = (name: string, value: string, secret: boolean) =>
    call('variables.set', { id: 'local', variable: { name, value, secret } });
  await set('sealed', 'ValueThatIsSealed42', false);
  await set('gone', 'ValueThatIsGone4242', false);
  expect(readable('ValueThatIsSealed42')).not.toEqual([]);
  await set('sealed', 'ValueThatIsSealed42', true);
  expect(readable('ValueThatIsSealed42')).toEqual([]);
  await call('variables.remove', { id: 'local', name: 'gone' });
  expect(readable('ValueThatIsGone4242')).toEqual([]);
});

it('of two first passphrases at once one is set, and the other is refused', async () => {
  const passphrases = ['the first passphrase', 'the second passphrase'];
  const protect = () =>
    Promise.all(
      passphrases.map((passphrase) =>
        call('vault.protect', { passphrase, current: null }).then(
          () => passphrase,
          () => null,
        ),
      ),
    );
  const set = (await protect()).filter((passphrase) => passphrase !== null);
  expect(set).toHaveLength(1);
  await call('vault.lock', {});
  await call('vault.unlock', { passphrase: set[0] ?? '' });
});
