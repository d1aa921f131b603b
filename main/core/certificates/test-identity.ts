/** The test identity of the first start: a test authority and a QSealC that it issues, for this machine only. */
import { randomUUID } from 'node:crypto';
import { makeCertificate, makeKeyPair, type NamePart, OID } from '../../../bank-sim/index.ts';
import type { Vault } from './vault.ts';

const DAY = 86_400_000;

/** With a letter outside ASCII and an organizationIdentifier, so that the hard parts of keyId are seen from the first request on. */
const AUTHORITY: readonly NamePart[] = [
  [OID.country, 'NO'],
  [OID.organization, 'Prøvemiljø'],
  [OID.organizationIdentifier, 'NTRNO-123456785'],
  [OID.commonName, 'Workbench Test CA'],
];
const TPP: readonly NamePart[] = [
  [OID.country, 'NO'],
  [OID.organization, 'Fjordpay AS'],
  [OID.organizationIdentifier, 'PSDNO-FSA-987654325'],
  [OID.commonName, 'Fjordpay AS'],
];

/** Makes both where the vault is empty. @returns the id of the signing certificate to use */
export async function ensureTestIdentity(vault: Vault, now: number): Promise<string> {
  const known = vault.list().find((certificate) => certificate.kind === 'signing');
  if (known) return known.id;
  const [authority, tpp] = await Promise.all([makeKeyPair(), makeKeyPair()]);
  const issued = { issuer: AUTHORITY, signWith: authority.privateKey, notBefore: new Date(now - DAY) };
  const authorityPem = makeCertificate({
    ...issued,
    subject: AUTHORITY,
    publicKey: authority.publicKey,
    notAfter: new Date(now + 3650 * DAY),
    use: { kind: 'ca' },
  });
  const pem = makeCertificate({
    ...issued,
    subject: TPP,
    publicKey: tpp.publicKey,
    notAfter: new Date(now + 365 * DAY),
    use: {
      kind: 'psd2-seal',
      roles: ['PSP_AI', 'PSP_PI'],
      authorityName: 'Finanstilsynet',
      authorityId: 'NO-FSA',
    },
  });
  const id = randomUUID();
  vault.add(
    { id: randomUUID(), kind: 'authority', name: 'Workbench Test CA', pem: authorityPem },
    authority.privateKey,
    now,
  );
  vault.add({ id, kind: 'signing', name: 'Fjordpay QSealC', pem }, tpp.privateKey, now);
  return id;
}
