/** docs/simulator.md is run as it stands: a TPP needs no more than curl, openssl and the control listener (section 13). */
import { expect, it } from 'vitest';
import { QUIRKS } from '../../../bank-sim/quirks.ts';
import { CONTROL_CALLS } from '../../../bank-sim/control/calls.ts';
import { PRODUCTS } from '../../../shared/xs2a/payment-products.ts';
import { programFile } from '../../support/programs.ts';
import { linuxOnly, pageOf, runScript, scriptOf } from '../../support/shell-page.ts';

const page = pageOf('simulator.md');
const script = scriptOf(page);
/** The same with the bank as the tests start it, which is there sooner. */
const sooner = script.replace('npm run --silent bank --', `node "${programFile('bank')}"`);

it('PAY-6, PAY-6a, BSK-8, BSK-9, BSK-10, SCA-8, SCA-9, HDR-6: every sh block of docs/simulator.md works, from top to bottom', async () => {
  const result = await runScript(script);
  expect(result.code, result.output).toBe(0);
});

it.each([
  ['is accepted by a bank that accepts only the reference format', " | sed 's/^0*//'", true],
  ['fails there without the removal of zeros', '', false],
])(
  'SIG-4a: with a serial that starts with a zero, the keyId of the script %s',
  async (_, removal, accepted) => {
    expect(sooner).not.toBe(script);
    const strict = sooner
      .slice(0, sooner.indexOf('PAYMENTS='))
      .replace('--data :memory:', '$& --quirk keyIdSpelling=reference')
      .replace('-days 30', '$& -set_serial 0x0a0b')
      .replace(" | sed 's/^0*//'", removal);
    const result = await runScript(strict);
    expect(result.code === 0, result.output).toBe(accepted);
  },
);

it('the script needs nothing that macOS lacks', () => {
  expect(linuxOnly(script)).toEqual([]);
});

it('PAY-1: the page lists every product with its name in the path', () => {
  for (const { short, path } of PRODUCTS)
    expect(page).toMatch(new RegExp(`^\\| ${short} +\\| \`${path}\` +\\|$`, 'm'));
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
