/** Findings of the certificate lint: what is odd, where that fails, what to do, and who says so. */

export interface FindingText {
  what: string;
  /** Where it works and where it may fail. */
  risk: string;
  advice: string;
  /** Clause or rule. */
  source: string;
}

const PRODUCTION = 'Works in test. Fails at every bank in production.';
const SOME = 'Works in test. May fail in production, only at some banks.';
const ALMOST = 'Works almost everywhere.';
const reissue = 'Ask the CA for a new certificate';

const at = (risk: string, what: string, advice: string, source: string): FindingText => ({
  what,
  risk,
  advice,
  source,
});

const roles = 'ETSI TS 119 495, 5.1 and 5.2.2';
const authority = 'ETSI TS 119 495, 5.2.3';
const organisation = 'ETSI TS 119 495, 5.2.1';

/** By id of the finding. */
export const certificateFindings = {
  expired: (day: string) =>
    at(PRODUCTION, `It expired on ${day}.`, 'Order a new one from the same CA.', 'RFC 5280, 4.1.2.5; SIG-12'),
  'not-yet-valid': (day: string) =>
    at(
      PRODUCTION,
      `It is not valid before ${day}.`,
      'Wait until then, or order one that is valid now.',
      'RFC 5280, 4.1.2.5; SIG-12',
    ),
  'expires-soon': (days: number) =>
    at(
      `Works now. Fails everywhere in ${days === 1 ? '1 day' : `${days} days`}.`,
      `It expires in ${days === 1 ? '1 day' : `${days} days`}.`,
      'Order the next one now: CAs need days or weeks.',
      'RFC 5280, 4.1.2.5',
    ),
  'long-validity': (days: number, usual: number) =>
    at(
      ALMOST,
      `It is valid for ${days} days; CAs issue such certificates for at most ${usual}.`,
      'Expect a shorter life from the certificate for production, and plan its renewal.',
      'CA/Browser Forum Baseline Requirements, 6.3.2; practice of qualified CAs',
    ),
  'chain-expired': (name: string, day: string) =>
    at(
      PRODUCTION,
      `The certificate of its CA “${name}” expired on ${day}.`,
      'Get the present certificate of the CA from its website.',
      'RFC 5280, 6.1.3',
    ),
  'chain-order': () =>
    at(
      'Works where the receiver sorts. Fails at TLS servers and clients that read the first certificate as your own.',
      'A CA comes before the certificate that it issued.',
      'Write your own certificate first, then its CA, then the root.',
      'RFC 8446, 4.4.2',
    ),
  'issuer-missing': (name: string) =>
    at(
      'Works at banks that have the certificate of the CA. TLS fails at the others.',
      `The certificate of its CA “${name}” is not with it.`,
      'Add the certificate of the CA to the file, after your own.',
      'RFC 8446, 4.4.2',
    ),
  'self-signed': () =>
    at(
      PRODUCTION,
      'It is self-signed: no CA vouches for it.',
      'Order a certificate from a qualified CA.',
      'ETSI TS 119 495, 4.1; SIG-12',
    ),
  'test-ca': () =>
    at(
      'Works in test, for which it is made.',
      'A test CA issued it: its disclosure statement (QcPDS) has a reserved address.',
      'For production, order a certificate from a qualified CA.',
      'RFC 2606, 3; SIG-12',
    ),
  'ca-as-own': () =>
    at(
      PRODUCTION,
      'It is marked as a CA, which signs certificates, not requests.',
      'Choose the certificate that the CA issued to you. A self-signed one works only in test.',
      'RFC 5280, 4.2.1.9',
    ),
  'not-a-ca': () =>
    at(
      'Works where chains are not checked. Fails at every bank that checks them.',
      'It issued another certificate but is not marked as a CA.',
      'Get the right certificate of the CA.',
      'RFC 5280, 4.2.1.9',
    ),
  'signed-with-sha1': (name: string) =>
    at(
      'Works where the security level is low. OpenSSL 3, Java and most banks refuse it.',
      `Its CA signed it with ${name}.`,
      `${reissue} that is signed with SHA-256.`,
      'ETSI TS 119 312, 5.2; RFC 9155',
    ),
  'key-too-short': (bits: number, least: number) =>
    at(
      'Fails at every bank, also in test.',
      `Its RSA key has ${bits} bits; banks require ${least}.`,
      'Make a longer key and order a certificate for it.',
      'SIG-2',
    ),
  'key-not-rsa': (algorithm: string) =>
    at(
      'Works for TLS. Cannot sign requests: the signature is rsa-sha256.',
      `Its key is ${algorithm}, not RSA.`,
      'Use it as the TLS client certificate, and sign with an RSA certificate.',
      'SIG-2, SIG-5',
    ),
  'key-unusual': (algorithm: string) =>
    at(
      SOME,
      `Its key is ${algorithm}; TLS servers expect RSA, or EC on P-256 or P-384.`,
      'Order a certificate with one of these keys.',
      'ETSI TS 119 312, 6.2',
    ),
  serial: () =>
    at(
      SOME,
      'Its serial number is zero or longer than 20 bytes.',
      `${reissue}: the keyId contains the serial number.`,
      'RFC 5280, 4.1.2.2; SIG-4a',
    ),
  'subject-incomplete': (missing: string) =>
    at(
      SOME,
      `Its subject has no ${missing}.`,
      `${reissue} with the complete name.`,
      'ETSI EN 319 412-3, 4.2.1',
    ),
  'qc-missing': () =>
    at(
      PRODUCTION,
      'It has no qcStatements: it is not a qualified PSD2 certificate.',
      'Order a PSD2 certificate (QSealC or QWAC).',
      'ETSI TS 119 495, 5.1',
    ),
  'qc-compliance-missing': () =>
    at(
      SOME,
      'It does not say that it is qualified (QcCompliance).',
      `${reissue} with this statement.`,
      'ETSI EN 319 412-5, 4.2.1',
    ),
  'qc-type-missing': () =>
    at(
      SOME,
      'It does not say whether it is for seals or for websites (QcType).',
      `${reissue} with this statement.`,
      'ETSI EN 319 412-5, 4.2.3',
    ),
  'qc-type-signature': () =>
    at(
      PRODUCTION,
      'Its QcType is electronic signature, which is for natural persons.',
      'Order a QSealC to sign, or a QWAC for TLS.',
      'ETSI EN 319 412-5, 4.2.3; TS 119 495, 4.1',
    ),
  'qc-type-unknown': (oid: string) =>
    at(
      SOME,
      `Its QcType ${oid} is not known.`,
      `${reissue} with the QcType of a seal or of a website.`,
      'ETSI EN 319 412-5, 4.2.3',
    ),
  'qc-type-several': () =>
    at(
      SOME,
      'It has several QcTypes. Some banks read only the first.',
      'Order one certificate for each purpose.',
      'ETSI EN 319 412-5, 4.2.3',
    ),
  'qc-type-other-use': () =>
    at(
      SOME,
      'Its QcType is seal, but its extended key usage is TLS.',
      'Order a QWAC for TLS; sign with the QSealC.',
      'ETSI EN 319 412-3; TS 119 495, 4.1',
    ),
  'qc-pds-missing': () =>
    at(
      ALMOST,
      'It has no address of a disclosure statement (QcPDS).',
      `${reissue} with this statement.`,
      'ETSI EN 319 412-5, 4.3.4',
    ),
  'psd2-missing': () =>
    at(
      PRODUCTION,
      'It has no PSD2 statement: no roles, no competent authority.',
      'Order a PSD2 certificate from the CA: its profile for PSD2, not a general seal.',
      'ETSI TS 119 495, 5.1',
    ),
  'psd2-repeated': () =>
    at(
      'Works where all statements are read. Other banks see only the first or the last role.',
      'It has several PSD2 statements. One has all roles.',
      `${reissue} with one PSD2 statement.`,
      roles,
    ),
  'roles-missing': () =>
    at(PRODUCTION, 'Its PSD2 statement has no roles.', `${reissue} with the roles of your licence.`, roles),
  'roles-in-one-sequence': (names: string) =>
    at(
      'Works where the reader is lenient. Other banks see only the first role, or none.',
      `Its roles (${names}) are in one SEQUENCE. Each role needs a SEQUENCE of its own.`,
      `${reissue} with RolesOfPSP as the standard prescribes.`,
      roles,
    ),
  'roles-nested': () =>
    at(
      'Works where the reader is lenient. Other banks see no roles.',
      'Its roles are not a SEQUENCE of one SEQUENCE for each role.',
      `${reissue} with RolesOfPSP as the standard prescribes.`,
      roles,
    ),
  'role-unknown': (oid: string, name: string) =>
    at(
      SOME,
      `The role ${oid}${name === '' ? '' : ` (“${name}”)`} is not known.`,
      `${reissue} with the roles PSP_AS, PSP_PI, PSP_AI or PSP_IC.`,
      roles,
    ),
  'role-other-name': (oid: string, expected: string, name: string) =>
    at(
      'Works where only the OID or only the name is read. Other banks grant another role or none.',
      `The role ${oid} is ${expected}, but is named “${name}”.`,
      `${reissue} whose OIDs and names agree.`,
      roles,
    ),
  'role-nameless': (role: string) =>
    at(SOME, `The role ${role} has no name.`, `${reissue} with OID and name for each role.`, roles),
  'role-twice': (role: string) =>
    at(ALMOST, `The role ${role} is there twice.`, 'Tell the CA when you order the next one.', roles),
  'not-utf8': (field: string) =>
    at(
      SOME,
      `The text of ${field} is not a UTF8String.`,
      `${reissue} with UTF8String.`,
      'ETSI TS 119 495, Annex A',
    ),
  'authority-name-missing': () =>
    at(
      SOME,
      'The name of the competent authority is missing.',
      `${reissue} with NCAName, such as Finanstilsynet.`,
      authority,
    ),
  'authority-id-missing': () =>
    at(
      SOME,
      'The ID of the competent authority is missing.',
      `${reissue} with NCAId, such as NO-FSA.`,
      authority,
    ),
  'authority-swapped': (name: string, id: string) =>
    at(
      SOME,
      `Name and ID of the competent authority are swapped: “${name}” is the ID, “${id}” the name.`,
      `${reissue}: first NCAName, then NCAId.`,
      authority,
    ),
  'authority-id-form': (id: string) =>
    at(
      SOME,
      `The ID of the competent authority, “${id}”, is not a country code, a hyphen and 2 to 8 capital letters.`,
      `${reissue} with an ID such as NO-FSA.`,
      authority,
    ),
  'country-not-iso': (field: string, code: string, right: string) =>
    at(
      SOME,
      `The country ${code} of ${field} is not an ISO 3166 code; that is ${right}.`,
      `${reissue} with ${right}.`,
      'ETSI TS 119 495, 5.2.1 and 5.2.3',
    ),
  'authority-differs': (identifier: string, id: string) =>
    at(
      SOME,
      `The organizationIdentifier names the authority ${identifier}, the PSD2 statement ${id}.`,
      `${reissue} with the same authority in both.`,
      'ETSI TS 119 495, 5.2.1 and 5.2.3',
    ),
  'authority-country': (identifier: string, id: string) =>
    at(
      SOME,
      `The organizationIdentifier is of the country ${identifier}, the competent authority of ${id}.`,
      `${reissue} with the authority of your home country in both.`,
      'ETSI TS 119 495, 5.2.1 and 5.2.3',
    ),
  'subject-country': (subject: string, identifier: string) =>
    at(
      'Works almost everywhere: a branch may be in another country.',
      `The subject is of the country ${subject}, the organizationIdentifier of ${identifier}.`,
      'Check the order: the subject has the country where the TPP is registered.',
      'ETSI EN 319 412-3, 4.2.1',
    ),
  'organisation-missing': () =>
    at(
      PRODUCTION,
      'Its subject has no organizationIdentifier.',
      `${reissue} with the authorisation number, such as PSDNO-FSA-123456789.`,
      organisation,
    ),
  'organisation-form': (value: string) =>
    at(
      SOME,
      `The organizationIdentifier “${value}” is not PSD, country, hyphen, authority, hyphen, number.`,
      `${reissue} with one such as PSDNO-FSA-123456789.`,
      organisation,
    ),
  'organisation-scheme': (scheme: string) =>
    at(
      'Works at banks that accept registration numbers. Other banks look only for PSD.',
      `The organizationIdentifier is of the scheme ${scheme}, not PSD.`,
      'If your authority gave you an authorisation number, order a certificate with it.',
      `${organisation}; EN 319 412-1, 5.1.4`,
    ),
  'usage-missing': () =>
    at(
      SOME,
      'It has no key usage.',
      `${reissue} with a key usage.`,
      'ETSI EN 319 412-2, 4.3.2; RFC 5280, 4.2.1.3',
    ),
  'usage-no-signature': () =>
    at(
      PRODUCTION,
      'Its key usage allows neither digitalSignature nor nonRepudiation.',
      `${reissue} for signing.`,
      'ETSI EN 319 412-2, 4.3.2',
    ),
  'usage-non-repudiation-only': () =>
    at(
      'Works at most banks. Some libraries demand digitalSignature.',
      'Its key usage is nonRepudiation alone.',
      'Ask the bank if signatures fail. The CA can add digitalSignature.',
      'ETSI EN 319 412-2, 4.3.2',
    ),
  'usage-tls': () =>
    at(
      'Works where key usage is not checked. Other TLS servers refuse it.',
      'Its key usage does not allow digitalSignature, which TLS needs.',
      `${reissue} with digitalSignature.`,
      'RFC 5280, 4.2.1.3; EN 319 412-4',
    ),
  'no-client-auth': () =>
    at(
      'Works in test. TLS fails at every bank that checks the extended key usage.',
      'Its extended key usage has no clientAuth.',
      `${reissue} with clientAuth. Public CAs have stopped adding it.`,
      'RFC 5280, 4.2.1.12',
    ),
  'no-server-auth': () =>
    at(
      'Works at most banks. Some expect a website certificate to have serverAuth.',
      'Its extended key usage has no serverAuth.',
      'Tell the CA when you order the next one.',
      'ETSI EN 319 412-4; RFC 5280, 4.2.1.12',
    ),
} as const;
