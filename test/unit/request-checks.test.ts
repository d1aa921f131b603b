/** Checks of a request without a bank: its signature, as the command line has it checked, and its other headers. */
import { describe, expect, it } from 'vitest';
import { checkHeaders, checkRedirectUri } from '../../bank-sim/gate/other-headers.ts';
import { HeaderBag } from '../../bank-sim/gate/raw.ts';
import { verifyRequest } from '../../bank-sim/gate/verify.ts';
import { operationById } from '../../shared/xs2a/operations.ts';
import { makeIdentity } from '../support/identity.ts';
import { NOON } from '../support/bank.ts';
import { Tpp } from '../support/tpp.ts';

const identity = await makeIdentity();
/** A signed request for a bank whose clock shows a time. */
function signed(now = NOON): [string, string][] {
  const bank = {
    apiBaseUrl: '',
    caPem: '',
    controlBaseUrl: '',
    controlToken: '',
    now: () => now,
    inspection: { somebody: () => null },
  };
  return new Tpp(bank, identity).prepare({ path: '/v1/user' });
}
const verify = (headers: [string, string][], now = NOON) =>
  verifyRequest({ method: 'GET', target: '/v1/user', headers, body: new Uint8Array() }, now);
const changed = (name: string, change: (value: string) => string) =>
  signed().map(([key, value]): [string, string] => [key, key === name ? change(value) : value]);

describe('SIG-1, SIG-2, SIG-9, SIG-10: a request as a file has it', () => {
  it('is valid, also with blanks around its values', () => {
    const { refusal, certificate, findings } = verify(signed());
    expect(refusal).toBeNull();
    expect(certificate?.serial).toBe(identity.certificate.serial);
    expect(findings).toMatchObject({ notes: [], clockDifference: 0, wrongSignature: null });
    for (const name of ['Date', 'Signature', 'X-Request-ID'])
      expect(verify(changed(name, (value) => ` ${value}\t`)).refusal, name).toBeNull();
  });
  it('has neither a certificate nor a signature if these are blank', () => {
    const uncertified = verify(changed('TPP-Signature-Certificate', () => ' '));
    expect(uncertified).toMatchObject({ certificate: null, refusal: { code: 'CERTIFICATE_MISSING' } });
    const unsigned = verify(changed('Signature', () => ' '));
    expect(unsigned).toMatchObject({ refusal: { code: 'SIGNATURE_MISSING', rule: 'SIG-1' } });
    expect(unsigned.certificate?.serial).toBe(identity.certificate.serial);
  });
  it('SVC-11: the first check that fails decides, in the order certificate, signature, date', () => {
    const wrong = (...names: string[]) =>
      signed(NOON - 120_000).map(([key, value]): [string, string] => [key, names.includes(key) ? '' : value]);
    expect(verify(wrong('TPP-Signature-Certificate', 'Signature'))).toMatchObject({
      refusal: { code: 'CERTIFICATE_MISSING' },
      certificate: null,
    });
    const { serial } = identity.certificate;
    expect(verify(wrong('Signature'))).toMatchObject({
      refusal: { code: 'SIGNATURE_MISSING' },
      certificate: { serial },
    });
    expect(verify(wrong())).toMatchObject({ refusal: { rule: 'SIG-10' }, certificate: { serial } });
    expect(verify(signed())).toMatchObject({ refusal: null, certificate: { serial } });
  });
  it('SIG-10: its Date is compared in whole seconds', () => {
    const at = (ms: number) => verify(signed(), NOON + ms).refusal?.rule ?? null;
    expect([at(60_999), at(61_000), at(-60_000), at(-60_001)]).toEqual([null, 'SIG-10', null, 'SIG-10']);
  });
});

describe('HDR-2, HDR-3, HDR-9, VER-2: the other headers', () => {
  const check = (headers: string[], date: string, id: 'listCustomers' | 'listAccounts' = 'listCustomers') =>
    checkHeaders(new HeaderBag(headers), operationById(id), Date.parse(date), checkRedirectUri);
  it('HDR-9: an unknown value is refused with those that are known', () => {
    expect(check(['x-accept-fix', 'x'], '2026-11-20')).toMatchObject({
      rule: 'HDR-9',
      text: 'x-accept-fix contains the unknown value "x". Known: amount-as-string, cardaccount-switch-originalamount-and-transactionamount, longer-names, cash-account-type-iso.',
    });
    expect(check(['x-accept-fix', 'x'], '2026-11-20')).not.toHaveProperty('hint');
  });
  it('VER-2: before its introduction a value is unknown, with a hint', () => {
    expect(check(['x-accept-fix', 'longer-names'], '2020-05-31')).toMatchObject({
      rule: 'VER-2',
      text: 'x-accept-fix contains the unknown value "longer-names". Known: amount-as-string, cardaccount-switch-originalamount-and-transactionamount.',
      hint: "The bank's date is before the introduction of this value.",
    });
    expect(check(['x-accept-fix', 'x'], '2019-10-31')).toMatchObject({
      rule: 'HDR-9',
      text: 'x-accept-fix contains the unknown value "x". Known: none.',
    });
  });
  it('HDR-2, HDR-3: an absent header is called missing', () => {
    const bare = check([], '2026-11-20', 'listAccounts');
    expect(bare).toMatchObject({ rule: 'HDR-2', text: expect.stringContaining('is missing') });
    const half = check(['TPP-Redirect-URI', 'https://a'], '2026-11-20', 'listAccounts');
    expect(half).toMatchObject({ rule: 'HDR-3', text: expect.stringContaining('is missing') });
  });
});
