/** Documents that are scripts, as they stand and with mistakes in them. */
import { expect, it } from 'vitest';
import { pageOf, runScript, scriptOf } from '../../support/shell-page.ts';

it('docs/teams.md: every sh block works, from top to bottom', async () => {
  const result = await runScript(scriptOf(pageOf('teams.md')));
  expect(result.code, result.output).toBe(0);
});

const script = scriptOf(pageOf('signing.md'));

it.concurrent.each([
  ['the body', 'Takk for', 'Takk før'],
  ['the Digest', /(same Digest .*SHA-256=).(.*)/, '$1_$2'],
  [
    'a line of the signing string',
    "same 'The signing string' \"$TEXT\" '(request",
    "same 'The signing string' \"$TEXT\" '(Request",
  ],
  ['the order of the names', 'date digest x-request-id tpp', 'digest date x-request-id tpp'],
  ['the keyId', /2\.5\.4\.97=#0c13(?=[0-9a-f]+,O)/, '2.5.4.97=#0c12'],
  ['the encoded word', '=?utf-8?B?U0', '=?utf-8?B?V0'],
  ['the hash inside the signature', /(same 'The hash inside .*\)" .)./, '$1_'],
  ['how a response is read', 'sub(/^[^:]*: */, "")', 'sub(/^[^:]*:/, "")'],
  ['what a response signs', 'text="$text${text:+\n}$name: ', 'text="$text${text:+\n}$name:'],
])('docs/signing.md: its script fails when this is wrong: %s', async (_, right, wrong) => {
  const spoilt = script.replace(right, wrong);
  expect(spoilt).not.toBe(script);
  expect((await runScript(`${spoilt}\ntrue`)).code).not.toBe(0);
});

const simulator = scriptOf(pageOf('simulator.md'));

it.concurrent.each([
  ['a signature with another hash', 'dgst -sha256 -sign', 'dgst -sha1 -sign'],
  ['a PSU whom the bank does not know', 'EIRIK=13839319910', 'EIRIK=13839319911'],
  ['a status that the first payment does not have', /PDNG/, 'RJCT'],
])('docs/simulator.md: its script stops at the first failure: %s', async (_, right, wrong) => {
  const spoilt = simulator.replace(right, wrong);
  expect(spoilt).not.toBe(simulator);
  const result = await runScript(`${spoilt}\ntrue`);
  expect(result.code).not.toBe(0);
});
