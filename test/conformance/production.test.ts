/** A production bank: which certificates it trusts (SIG-12). */
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../shared/node/x509.ts';
import { memoryBank, NOON, useBank, withBank } from '../support/bank.ts';
import { type Identity, identityOf, makeIdentity, testCa } from '../support/identity.ts';
import { pathOfProduct } from '../support/payments.ts';
import { advance, control, finishSca, lastExchange, scaIdOf, Tpp } from '../support/tpp.ts';
import { HOUR } from '../../shared/time.ts';

const CONSENT = { method: 'POST', path: '/v1/bank-offered-consents' };

const test = useBank();

/** Another TPP's certificate in name, key identifier and signature of the CA, which never signed this one. */
function altered({ pem, keyPem, tppId }: Identity, otherId: string): Identity {
  const der = Buffer.from(new X509Certificate(pem).raw.toString('latin1').replace(tppId, otherId), 'latin1');
  return identityOf(new X509Certificate(der).toString(), keyPem, otherId);
}

describe('SIG-12: production', () => {
  const production = useBank({ quirks: { environment: 'production' } });
  it('a certificate of an unknown CA is refused in production and accepted in the sandbox', async () => {
    await production.tpp().refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
    expect((await test.tpp().send(CONSENT)).status).toBe(201);
  });
  it.each([
    ['has expired', { notAfter: NOON - 1000 }, 'The certificate expired on 20 Nov 2026 UTC.'],
    ['is not yet valid', { notBefore: NOON + 1000 }, 'The certificate is not valid before 20 Nov 2026 UTC.'],
  ])('a certificate that %s is accepted in the sandbox with a note', async (_, validity, note) => {
    expect((await new Tpp(test.bank, await makeIdentity(validity)).send(CONSENT)).status).toBe(201);
    const { notes } = await lastExchange(test.bank);
    expect(notes).toEqual([`${note} SIG-12 requires a valid one in production.`]);
  });
  it('SCA-13: a TPP that is no AISP starts an SCA with the user call, and one without a role does nothing', async () => {
    await withBank({ quirks: { environment: 'production' }, trust: [await testCa()] }, async (bank) => {
      const pisp = new Tpp(bank, await makeIdentity({ roles: ['PSP_PI'] }));
      await pisp.refused(CONSENT, 401, 'ROLE_INVALID', 'SIG-12');
      await pisp.refused({ path: '/v1/accounts' }, 401, 'ROLE_INVALID', 'SIG-12');
      const { reply } = await pisp.refused({ path: '/v1/user' }, 401, 'PSU_CREDENTIALS_INVALID', 'HDR-5');
      pisp.psuId = (await finishSca(bank, scaIdOf(reply))).get('psu-id');
      expect((await pisp.send({ path: '/v1/user' })).body).toMatchObject({ psuId: pisp.psuId });
      const neither = new Tpp(bank, await makeIdentity({ roles: [] }));
      for (const call of [CONSENT, { path: '/v1/user' }, { method: 'POST', path: pathOfProduct('NDCT') }])
        await neither.refused(call, 401, 'ROLE_INVALID', 'SIG-12');
    });
  });
  it("a trusted certificate must be valid by the bank's clock, have the role and not be blocked", async () => {
    const bank = await memoryBank({ quirks: { environment: 'production' }, trust: [await testCa()] });
    try {
      const as = async (options: Parameters<typeof makeIdentity>[0]) =>
        new Tpp(bank, await makeIdentity(options));
      const good = await as({ notAfter: NOON + HOUR });
      expect((await good.send(CONSENT)).status).toBe(201);
      // Another CA of the same name.
      const { privateKey } = await makeKeyPair();
      await (await as({ signWith: privateKey })).refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
      // What the CA has signed, with another id: only the signature shows it.
      const forged = altered(good.identity, 'PSDNO-FSA-987654326');
      const { text } = await new Tpp(bank, forged).refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
      expect(text).toContain('was not issued by a certificate authority that the bank trusts');
      // One of its own in whose name there is the text of one that the CA has issued.
      const around = await as({ signWith: privateKey, commonName: `x\n${good.identity.pem}` });
      await around.refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
      await (await as({ notBefore: NOON + 1000 })).refused(CONSENT, 401, 'CERTIFICATE_INVALID', 'SIG-12');
      await (await as({ roles: ['PSP_PI'] })).refused(CONSENT, 401, 'ROLE_INVALID', 'SIG-12');
      await control(bank, 'POST', '/control/tpps/PSDNO-FSA-987654325/block', { blocked: true });
      await good.refused(CONSENT, 401, 'CERTIFICATE_BLOCKED', 'SIG-12');
      await control(bank, 'POST', '/control/tpps/PSDNO-FSA-987654325/block', { blocked: false });
      await advance(bank, 'PT1H');
      expect((await good.send(CONSENT)).status).toBe(201);
      await advance(bank, 'PT1S');
      await good.refused(CONSENT, 401, 'CERTIFICATE_EXPIRED', 'SIG-12');
    } finally {
      await bank.stop();
    }
  });
});
