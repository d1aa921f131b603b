/** What the diagnosis of a wrong signature is given, records and says (SIG-14), without a bank. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adviceOf, reasonOf, SignatureDiagnosis } from '../../bank-sim/gate/signature-diagnosis.ts';
import { HeaderBag, type RawRequest } from '../../bank-sim/gate/raw.ts';
import { type Diagnosis, examine } from '../../shared/signing/causes/diagnosis.ts';
import { causeOf, describeCause } from '../../shared/signing/causes/cause.ts';
import type { WrongSignature } from '../../shared/xs2a/explanation.ts';
import { makeIdentity } from '../support/identity.ts';

vi.mock('../../shared/signing/causes/diagnosis.ts', () => ({ examine: vi.fn() }));

const { certificate } = await makeIdentity();
const request = (target: string, id = 'x'): RawRequest => ({
  method: 'GET',
  target,
  headers: new HeaderBag(['X-Request-ID', id]),
  headerBytes: 0,
  body: Buffer.from('body'),
  bodyTooLarge: false,
  clientCertificate: null,
});
const PARTS = { keyId: 'k', algorithm: 'rsa-sha256', headers: ['date'], signature: 'AA==' };
const FOUND: Diagnosis = { verdict: 'named', causes: [], signedText: null, digest: null, tried: 3 };
const search = (diagnosis: SignatureDiagnosis) =>
  diagnosis.examine(request('/now'), { certificate }, PARTS, 7);

beforeEach(() => {
  vi.mocked(examine).mockReset().mockReturnValue(FOUND);
});

describe('SIG-14: what the search is given', () => {
  it('the request as it was received, and the other certificates that are known', () => {
    const others = [
      { ...certificate, organization: 'An AS' },
      { ...certificate, organization: null },
    ].concat({
      ...certificate,
      organization: null,
      commonName: null,
    });
    search(new SignatureDiagnosis(() => others));
    const serial = certificate.serial;
    expect(vi.mocked(examine).mock.calls[0]?.[0]).toMatchObject({
      method: 'GET',
      target: '/now',
      headers: [['X-Request-ID', 'x']],
      body: Buffer.from('body'),
      names: ['date'],
      signature: 'AA==',
      publicKey: certificate.publicKey,
      now: 7,
      earlier: [],
      others: ['An AS', 'Fjordpay AS', 'CN=Fjordpay AS,'].map((name) => ({
        whose: expect.stringContaining(`SN=${serial}, ${name}`),
        publicKey: certificate.publicKey,
      })),
    });
  });
  it('the last 60 requests of all TPPs, of which those of the same one, newest first', () => {
    const diagnosis = new SignatureDiagnosis(() => []);
    const tpp = 'PSDNO-FSA-987654325';
    const seen = () => {
      search(diagnosis);
      const { earlier } = vi.mocked(examine).mock.lastCall?.[0] ?? { earlier: [] };
      return earlier.map(({ method, target, header }) => [method, target, header('x-request-id')]);
    };
    diagnosis.record(tpp, request('/1', 'one'));
    diagnosis.record('PSDNO-FSA-OTHER', request('/2', 'two'));
    diagnosis.record(tpp, request('/3', 'three'));
    expect(seen()).toEqual([
      ['GET', '/3', 'three'],
      ['GET', '/1', 'one'],
    ]);
    for (let at = 4; at <= 60; at++) diagnosis.record(tpp, request(`/${at}`));
    expect(seen().map(([, target]) => target)).toEqual([
      ...Array.from({ length: 58 }, (_, at) => `/${60 - at}`),
      '/1',
    ]);
    for (let at = 61; at <= 63; at++) diagnosis.record(tpp, request(`/${at}`));
    expect(seen().map(([, target]) => target)).toEqual(Array.from({ length: 60 }, (_, at) => `/${63 - at}`));
  });
});

describe('SIG-14: what the bank says', () => {
  it('what was found, with 16,384 characters of the text that was signed', () => {
    const diagnosis = new SignatureDiagnosis(() => []);
    const causes = [describeCause(causeOf('other-text'), null)];
    const digest = { algorithm: 'SHA-256', hex: 'AA' };
    vi.mocked(examine).mockReturnValue({ ...FOUND, causes, digest, signedText: 'a'.repeat(16_385) });
    expect(search(diagnosis)).toEqual({
      verdict: 'named',
      causes,
      digest,
      signedText: 'a'.repeat(16_384),
      tried: 3,
    });
    vi.mocked(examine).mockReturnValue(FOUND);
    expect(search(diagnosis)).toEqual({ ...FOUND, causes: [] });
  });
  const [a, b, c] = ['a', 'b', 'c'].map((what) => ({
    ...describeCause(causeOf('other-text'), null),
    what,
    advice: `Do ${what}.`,
  }));
  const wrong = (...causes: (typeof a)[]): WrongSignature => ({
    ...FOUND,
    causes: causes.flatMap((cause) => cause ?? []),
  });
  it('the causes as one clause, and each advice once', () => {
    expect([wrong(a), wrong(a, b), wrong(a, b, c)].map(reasonOf)).toEqual(['a', 'a and b', 'a, b and c']);
    expect(reasonOf(wrong())).toBe('it does not match the signing string that the bank built');
    expect(adviceOf(wrong(a, b, a))).toBe('Do a. Do b.');
  });
});
