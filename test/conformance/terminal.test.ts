/** docs/simulator.md is run as it stands: a TPP needs no more than curl, openssl and the control listener (section 13). */
import { expect, it } from 'vitest';
import { QUIRKS } from '../../bank-sim/quirks.ts';
import { CONTROL_CALLS } from '../../bank-sim/control/calls.ts';
import { linuxOnly, pageOf, runScript, scriptOf } from '../support/shell-page.ts';

const page = pageOf('simulator.md');
const script = scriptOf(page);

it(
  'PAY-6, PAY-6a, BSK-8, SCA-8, SCA-9: every sh block of docs/simulator.md works, from top to bottom',
  { timeout: 120_000 },
  async () => {
    const result = await runScript(script);
    expect(result.code, result.output).toBe(0);
  },
);

it.concurrent.each([
  ['a signature with another hash', 'dgst -sha256 -sign', 'dgst -sha1 -sign'],
  ['a PSU whom the bank does not know', 'EIRIK=13839319910', 'EIRIK=13839319911'],
  ['a status that the last payment does not have', /PDNG(?![\s\S]*PDNG)/, 'RJCT'],
])('the script stops at the first failure: %s', { timeout: 120_000 }, async (_, right, wrong) => {
  const spoilt = script.replace(right, wrong);
  expect(spoilt).not.toBe(script);
  const result = await runScript(`${spoilt}\ntrue`);
  expect(result.code).not.toBe(0);
});

it('the script needs nothing that macOS lacks', () => {
  expect(linuxOnly(script)).toEqual([]);
});

it('the page lists every quirk with its default', () => {
  for (const [name, { default: value }] of Object.entries(QUIRKS))
    expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\| \`${String(value)}\``));
});

it('the page names every control call', () => {
  const table = page.slice(page.indexOf('## Control calls'));
  for (const { path } of CONTROL_CALLS) {
    const [, , subject = ''] = path.split('/');
    expect(table, path).toContain(`/control/${subject}`);
  }
});
