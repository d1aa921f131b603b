/** Certificates for tests, created with the bank's own code. Independent ones are created with the openssl command line. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type KeyPair, makeCertificate, makeKeyPair, type NamePart } from '../../shared/node/x509.ts';
import { encodeBase64 } from '../../shared/signing/base64.ts';
import { type Certificate, type Psd2Role, readCertificateHeader } from '../../shared/signing/certificate.ts';
import { DAY } from '../../shared/time.ts';
import { TUESDAY } from './given-date.ts';
import { keep } from './key-ring.ts';

export interface Identity {
  certificate: Certificate;
  /** Value of TPP-Signature-Certificate. */
  header: string;
  pem: string;
  key: KeyObject;
  keyPem: string;
  tppId: string;
}

export interface IdentityOptions {
  issuer?: readonly NamePart[];
  serial?: string;
  organizationNumber?: string;
  commonName?: string;
  roles?: readonly Psd2Role[];
  /** Milliseconds since 1970. */
  notBefore?: number;
  notAfter?: number;
  /** Private key, PEM, of who signs the certificate; that of the test CA if left out. */
  signWith?: string;
}

const ISSUER: readonly NamePart[] = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.10', 'Test Authority'],
  ['2.5.4.3', 'Test CA'],
];

/** A keyId with it has a letter outside ASCII, and its signature needs an encoded word (SIG-9). */
export const NORWEGIAN_ISSUER: readonly NamePart[] = [
  ['2.5.4.6', 'NO'],
  ['2.5.4.3', 'Prøve-CA'],
];

let pairs: Promise<{ ca: KeyPair; tpp: KeyPair }> | undefined;

/** One CA key and one TPP key for all test files of a process, because generating keys is slow. */
function keyPairs(): Promise<{ ca: KeyPair; tpp: KeyPair }> {
  pairs ??= Promise.all([keep(makeKeyPair()), keep(makeKeyPair())]).then(([ca, tpp]) => ({ ca, tpp }));
  return pairs;
}

/** PEM of the CA that issues the identities of this file. */
export async function testCa(): Promise<string> {
  const { ca } = await keyPairs();
  return makeCertificate({
    subject: ISSUER,
    issuer: ISSUER,
    publicKey: ca.publicKey,
    signWith: ca.privateKey,
    notBefore: new Date('2018-01-01'),
    notAfter: new Date('2040-01-01'),
    use: { kind: 'ca' },
  });
}

export async function makeIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const { ca, tpp } = await keyPairs();
  const organization = options.organizationNumber ?? 'PSDNO-FSA-987654325';
  const pem = makeCertificate({
    subject: [
      ['2.5.4.6', 'NO'],
      ['2.5.4.10', 'Fjordpay AS'],
      ['2.5.4.97', organization],
      ['2.5.4.3', options.commonName ?? 'Fjordpay AS'],
    ],
    issuer: options.issuer ?? ISSUER,
    publicKey: tpp.publicKey,
    signWith: options.signWith ?? ca.privateKey,
    notBefore: new Date(options.notBefore ?? Date.parse('2018-01-01')),
    notAfter: new Date(options.notAfter ?? TUESDAY + 700 * DAY),
    ...(options.serial === undefined ? {} : { serial: options.serial }),
    use: {
      kind: 'psd2',
      statement: {
        type: 'seal',
        roles: options.roles ?? ['PSP_AI', 'PSP_PI'],
        authorityName: 'Finanstilsynet',
        authorityId: 'NO-FSA',
      },
    },
  });
  return identityOf(pem, tpp.privateKey, organization);
}

/** An identity from PEM texts, for example from openssl. */
export function identityOf(pem: string, keyPem: string, tppId: string): Identity {
  const certificate = readCertificateHeader(pem);
  return {
    certificate,
    header: encodeBase64(certificate.der),
    pem,
    key: createPrivateKey(keyPem),
    keyPem,
    tppId,
  };
}
