/** Signature profiles that differ from the specification in one point each, as banks of the Berlin Group family document them. */
import { type SignatureProfile, SPECIFICATION } from '../../shared/signing/profile.ts';

const dialect = (name: string, change: Partial<SignatureProfile>): SignatureProfile => ({
  ...SPECIFICATION,
  ...change,
  name,
});

const WITHOUT_TARGET = dialect('Without the request target', { headers: SPECIFICATION.headers.slice(1) });

export const DIALECTS: readonly SignatureProfile[] = [
  dialect('Request target signed', {}),
  WITHOUT_TARGET,
  dialect('Digest of the empty body', { digestWithoutBody: true }),
  dialect('SHA-512', { digestAlgorithm: 'SHA-512' }),
  dialect('PSU-IP-Address signed', { headers: [...SPECIFICATION.headers, 'psu-ip-address'] }),
  dialect('Decimal serial', { serial: 'decimal' }),
  dialect("OpenSSL's name", { issuer: 'openssl' }),
  dialect('Host signed', { headers: [...SPECIFICATION.headers, 'host'] }),
  dialect('PEM on one line', { certificateForm: 'pem-line' }),
];

/** A form that a bank with this profile refuses. */
export function otherThan(profile: SignatureProfile): SignatureProfile {
  return profile.name === 'Request target signed' ? WITHOUT_TARGET : SPECIFICATION;
}
