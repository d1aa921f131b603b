/** A test identity outside the vault, for `run --bank` and the npm package. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { IdentityOrder } from '../../../shared/contract/certificates.ts';
import { type Certificate, readCertificate } from '../../../shared/signing/certificate.ts';
import { issueAuthority, issueIdentity } from './issue.ts';

export interface MadeIdentity {
  certificate: Certificate;
  key: KeyObject;
  /** PEM of the certificate, its key and its CA. */
  pem: string;
  keyPem: string;
  caPem: string;
}

/** A certificate of a new CA. */
export async function madeIdentity(order: IdentityOrder): Promise<MadeIdentity> {
  const authority = await issueAuthority(order.issuer, Date.now());
  const { pem, key } = await issueIdentity(order, authority);
  const certificate = readCertificate(new X509Certificate(pem).raw);
  return { certificate, key: createPrivateKey(key), pem, keyPem: key, caPem: authority.pem };
}
