/** Causes in the signature part itself: how its bytes are written, and by which algorithm and key they were made. */
import type { CauseKinds } from './cause-kind.ts';

const STANDARD_BASE64 =
  'Encode the signature bytes once, as standard base64: letters, digits, + and /, padded with =.';

/** How the bytes of the signature were turned into text. */
export const ENCODING_CAUSES = {
  base64url: {
    title: 'base64url instead of base64',
    what: () => 'the signature part is base64url, with - and _',
    advice: STANDARD_BASE64,
  },
  'base64-unpadded': {
    title: 'base64 without its padding',
    what: () => 'the signature part is base64 without the = at its end',
    advice: STANDARD_BASE64,
  },
  'base64-broken-lines': {
    title: 'base64 in several lines',
    what: () => 'the base64 of the signature part is broken into lines',
    advice:
      'Use an encoder without line breaks: openssl base64 -A, Base64.getEncoder() in Java, not the MIME encoder.',
  },
  'base64-plus-lost': {
    title: 'a space in place of each + of the base64',
    what: () => 'each + of the base64 in the signature part has become a space',
    advice: 'Do not decode the header as form data or as a URL on its way.',
  },
  'base64-percent': {
    title: 'base64 that is percent-encoded',
    what: () => 'the base64 of the signature part is percent-encoded',
    advice: 'Send the base64 as it is. A header is not part of a URL.',
  },
  'base64-twice': {
    title: 'base64 of the base64',
    what: () => 'the signature was encoded as base64 twice',
    advice: STANDARD_BASE64,
  },
  'base64-of-hex': {
    title: 'base64 of the hexadecimal text',
    what: () => 'the signature part is the base64 of hexadecimal text, not of the signature bytes',
    advice: STANDARD_BASE64,
  },
  hex: {
    title: 'hexadecimal instead of base64',
    what: () => 'the signature part is hexadecimal instead of base64',
    advice: STANDARD_BASE64,
  },
  'bytes-reversed': {
    title: 'the bytes of the signature in reverse order',
    what: () => 'the bytes of the signature are in reverse order',
    advice:
      'Reverse the bytes before encoding them: CryptoAPI on Windows returns signatures with the lowest byte first.',
  },
  'sign-byte': {
    title: 'a zero byte in front of the signature',
    what: () => 'the signature has an additional zero byte in front',
    advice:
      'Write the number with exactly as many bytes as the modulus. BigInteger.toByteArray() in Java adds a sign byte.',
  },
  'leading-zero-lost': {
    title: 'a signature without its leading zero byte',
    what: () => 'the leading zero byte of the signature is missing',
    advice: 'Write the number with exactly as many bytes as the modulus, with zeros in front.',
  },
  'wrong-length': {
    title: 'a signature of another length than the key',
    what: (lengths: string) => `the signature has ${lengths}`,
    advice: 'Look for a field or a column that is too short for the base64, or for a key of another size.',
  },
  'no-signature': {
    title: 'an empty signature part',
    what: () => 'the signature part is empty',
    advice: 'Check the return value of the function that signs.',
  },
  'not-base64': {
    title: 'a signature part that is not base64',
    what: () => 'the signature part is not valid base64',
    advice: STANDARD_BASE64,
  },
} as const satisfies CauseKinds;

const PKCS1 =
  'Use RSASSA-PKCS1-v1_5 with SHA-256: SHA256withRSA in Java, RSASignaturePadding.Pkcs1 in .NET, openssl dgst -sha256 -sign.';

/** By which algorithm and with which key the signature was made. */
export const SCHEME_CAUSES = {
  'other-hash': {
    title: 'another hash than SHA-256',
    what: (hash: string) => `it was made with ${hash} instead of SHA-256`,
    advice: PKCS1,
  },
  pss: {
    title: 'PSS padding',
    what: (hash: string) => `it was made with PSS padding (${hash}) instead of PKCS#1 v1.5`,
    advice: PKCS1,
  },
  'no-digest-info': {
    title: 'a hash without DigestInfo',
    what: (hash: string) => `the bare ${hash} hash was signed, without the DigestInfo in front of it`,
    advice:
      'Let the library hash and sign in one step. With a raw RSA operation, put the DigestInfo of SHA-256 before the hash.',
  },
  'digest-info-without-null': {
    title: 'a DigestInfo without its NULL',
    what: () => 'the DigestInfo lacks the NULL after the algorithm',
    advice: 'Let the library hash and sign in one step, or use the DigestInfo of RFC 8017, section 9.2.',
  },
  'hash-as-text': {
    title: 'the text of the hash, signed without hashing',
    what: (format: string) =>
      `the ${format} text of the hash was padded and signed, instead of its DigestInfo`,
    advice: PKCS1,
  },
  'not-hashed': {
    title: 'a text that was signed without hashing',
    what: () => 'the text itself was padded and signed, without hashing it',
    advice: PKCS1,
  },
  'not-padded': {
    title: 'an RSA operation without padding',
    what: () => 'the RSA operation was done without padding',
    advice: PKCS1,
  },
  'other-certificate': {
    title: 'the key of another certificate',
    what: (whose: string) => `it was made with the private key of another certificate: ${whose}`,
    advice:
      'Send the certificate that belongs to the signing key in TPP-Signature-Certificate and keyId, or sign with the key of the certificate that you send.',
  },
  'unknown-key': {
    title: 'an unknown key',
    what: () =>
      'it was not made with the private key of the certificate in TPP-Signature-Certificate, or it was damaged on its way',
    advice:
      'Compare the two moduli: openssl x509 -noout -modulus -in CERTIFICATE and openssl rsa -noout -modulus -in KEY. If they are equal, compare the signature that you sent with the one that you computed.',
  },
  'other-text': {
    title: 'another text altogether',
    what: (hash: string) => `the key is right, but another text was signed, whose hash is ${hash}`,
    advice:
      "Write the bytes that your client signs to a file, check that their hash is this one, and compare them with the bank's signing string.",
  },
} as const satisfies CauseKinds;
