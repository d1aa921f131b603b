/** The bank's own signature (SIG-13). */
import { describe, expect, it } from 'vitest';
import { readCertificateHeader } from '../../shared/signing/certificate.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { memoryBank, useBank } from '../support/bank.ts';
import { isSignedByBank } from '../support/bank-signature.ts';
import { Tpp } from '../support/tpp.ts';

const CUSTOMERS = { path: '/v1/sandbox/customers' };

const test = useBank();

describe("SIG-13: the bank's signature", () => {
  it('successes and refusals are both signed', async () => {
    const reply = await test.tpp().send(CUSTOMERS);
    expect(String(reply.headers['signature'])).toContain('headers="date digest x-request-id"');
    expect(isSignedByBank(reply)).toBe(true);
    expect(isSignedByBank(await test.tpp().send({ path: '/v1/nowhere' }))).toBe(true);
  });
  it('without an X-Request-ID, a response is signed over its date and digest', async () => {
    const reply = await test.tpp().send({ ...CUSTOMERS, headers: { 'X-Request-ID': null } });
    expect(reply.status).toBe(400);
    expect(reply.headers['x-request-id']).toBeUndefined();
    expect(String(reply.headers['signature'])).toContain('headers="date digest"');
    expect(isSignedByBank(reply)).toBe(true);
  });
  it('the keyId is that of the certificate that the response carries', async () => {
    const { headers } = await test.tpp().send(CUSTOMERS);
    const certificate = readCertificateHeader(String(headers['tpp-signature-certificate']));
    expect(String(headers['signature'])).toMatch(/^keyId="SN=[0-9A-F]+,CA=/);
    expect(String(headers['signature'])).toContain(`keyId="${keyIdOf(certificate)}"`);
  });
  it('signing can be switched off', async () => {
    const silent = await memoryBank({ quirks: { signResponses: false } });
    try {
      const reply = await new Tpp(silent, test.identity).send(CUSTOMERS);
      expect(reply.status).toBe(200);
      expect(reply.headers['signature']).toBeUndefined();
    } finally {
      await silent.stop();
    }
  });
});
