/** The order for a test certificate that the built-in test CA issues. */
import { z } from 'zod';
import { PSD2_ROLES } from '../signing/certificate.ts';
import { DAY } from '../time.ts';

const text = (what: string) =>
  z.string().trim().min(1, `${what} is missing.`).max(64, `${what} has more than 64 characters.`);

/** The subject of the CA's certificate. */
const issuerSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/, 'The country must be two capital letters.'),
  organization: text('The organisation of the issuer'),
  commonName: text('The name of the issuer'),
  /** Left out of the name if empty. */
  organizationIdentifier: z.string().trim().max(64),
});
export type IssuerOrder = z.infer<typeof issuerSchema>;

export const identityOrderSchema = z
  .object({
    /** QSealC signs requests; QWAC is the TLS client certificate (ETSI TS 119 495). */
    profile: z.enum(['QSealC', 'QWAC']),
    country: z.string().regex(/^[A-Z]{2}$/, 'The country must be two capital letters.'),
    organization: text('The organisation'),
    commonName: text('The common name'),
    /** `PSDNO-FSA-987654325`: PSD, country, competent authority, number (ETSI TS 119 495, 5.2.1). */
    organizationIdentifier: text('The organizationIdentifier'),
    roles: z.array(z.enum(PSD2_ROLES)),
    authorityName: text('The name of the competent authority'),
    authorityId: text('The ID of the competent authority'),
    /** Milliseconds since 1970. */
    notBefore: z.number().int(),
    notAfter: z.number().int(),
    /** Hexadecimal, at most 20 bytes (RFC 5280, 4.1.2.2); empty for a random one. */
    serial: z
      .string()
      .regex(/^[0-9A-Fa-f]{0,40}$/, 'The serial number can have at most 40 hexadecimal digits.'),
    bits: z.union([z.literal(1024), z.literal(2048), z.literal(3072), z.literal(4096)]),
    issuer: issuerSchema,
  })
  .refine(({ notBefore, notAfter }) => notBefore < notAfter, {
    message: 'The end of validity is before its start.',
    path: ['notAfter'],
  })
  .refine(({ notBefore, notAfter }) => notBefore >= Date.UTC(1950, 0) && notAfter < Date.UTC(10_000, 0), {
    message: 'Certificates support only the years 1950 to 9999.',
    path: ['notAfter'],
  });
export type IdentityOrder = z.infer<typeof identityOrderSchema>;

/** Contains a non-ASCII letter and an organizationIdentifier, so that the hard parts of keyId appear from the first request on. */
export const TEST_ISSUER: IssuerOrder = {
  country: 'NO',
  organization: 'Prøvemiljø',
  commonName: 'Workbench Test CA',
  organizationIdentifier: 'NTRNO-123456785',
};

/**
 * A valid order for a QSealC that starts yesterday and lasts one year.
 * @param clocks milliseconds since 1970: this machine's and that of the bank in use, which may be far ahead; it is valid by both
 */
export function firstOrder(...clocks: readonly number[]): IdentityOrder {
  return {
    profile: 'QSealC',
    country: 'NO',
    organization: 'Fjordpay AS',
    commonName: 'Fjordpay AS',
    organizationIdentifier: 'PSDNO-FSA-987654325',
    roles: ['PSP_AI', 'PSP_PI'],
    authorityName: 'Finanstilsynet',
    authorityId: 'NO-FSA',
    notBefore: Math.min(...clocks) - DAY,
    notAfter: Math.max(...clocks) + 365 * DAY,
    serial: '',
    bits: 2048,
    issuer: TEST_ISSUER,
  };
}
