/** Every cause of a wrong signature (SIG-8) or Digest (SIG-11) that can be named: its title, its clause and its remedy. */

export interface CauseKind {
  /** A phrase for lists, without the details of a request. */
  title: string;
  /** A clause without a capital or a full stop. @param detail header, path or name that it is about; may be empty */
  what: (detail: string) => string;
  /** What to do: one or two sentences. */
  advice: string;
}

type Row = readonly [title: string, clause: string];

/** @param clause in which `{}` is the detail */
function cause(advice: string, ...[title, clause]: Row): CauseKind {
  return { title, what: (detail) => clause.replace('{}', () => detail), advice };
}

/** Causes with the same remedy. */
function causes<Id extends string>(advice: string, rows: Readonly<Record<Id, Row>>): Record<Id, CauseKind> {
  const kinds = Object.entries<Row>(rows).map(([id, row]) => [id, cause(advice, ...row)]);
  return Object.fromEntries(kinds) as Record<Id, CauseKind>;
}

const BASE64 =
  'Encode the signature bytes once, as standard base64: letters, digits, + and /, padded with =.';
const PKCS1 =
  'Use RSASSA-PKCS1-v1_5 with SHA-256: SHA256withRSA in Java, RSASignaturePadding.Pkcs1 in .NET, openssl dgst -sha256 -sign.';
const LINES =
  'Join the lines with one newline (\\n) each, and put nothing before the first or after the last line.';
const FORM = 'Write each line as the name in lower case, a colon, one space and the value.';
const TARGET =
  'Write (request-target): followed by the method in lower case, a space, and the path with its query exactly as it stands in the request line.';
const ORDER =
  'Sign the lines in the order of the headers part, or write the headers part in the order of the lines.';
const VALUES = 'Take each value from the request that is about to be sent, as the last step before sending.';
const FRESH =
  'Compute each value once, put it into both the header and the signing string, and sign every request anew.';
const BYTES = 'Sign the bytes of the signing string: one byte for each character, without a byte order mark.';
const ONCE =
  'Pass the signing string itself to SHA256withRSA (or its equivalent), which hashes it. Do not hash or encode it first.';
const WHOLE =
  'Sign the signing string: one line for each name in the headers part. The body is covered by the line of its Digest.';
const VARIABLE = 'Check the variable that holds the signing string when the function that signs is called.';
const BODY = 'Compute the Digest over exactly the bytes that you send, after the last change to the body.';

/** How the bytes of the signature were turned into text. */
const ENCODING = {
  ...causes(BASE64, {
    base64url: ['base64url instead of base64', 'the signature part is base64url, with - and _'],
    'base64-unpadded': [
      'base64 without its padding',
      'the signature part is base64 without the = at its end',
    ],
    'base64-twice': ['base64 of the base64', 'the signature was encoded as base64 twice'],
    'base64-of-hex': [
      'base64 of the hexadecimal text',
      'the signature part is the base64 of hexadecimal text, not of the signature bytes',
    ],
    hex: ['hexadecimal instead of base64', 'the signature part is hexadecimal instead of base64'],
    'not-base64': ['a signature part that is not base64', 'the signature part is not valid base64'],
  }),
  'base64-broken-lines': cause(
    'Use an encoder without line breaks: openssl base64 -A, Base64.getEncoder() in Java, not the MIME encoder.',
    'base64 in several lines',
    'the base64 of the signature part is broken into lines',
  ),
  'base64-bytes-printed': cause(
    'Decode the bytes of the base64 before you put them into the header: base64.b64encode(signature).decode() in Python.',
    "base64 as Python prints bytes, b'…'",
    "the base64 of the signature part is written as Python prints bytes, b'…'",
  ),
  'base64-plus-lost': cause(
    'Do not decode the header as form data or as a URL on its way.',
    'a space in place of each + of the base64',
    'each + of the base64 in the signature part has become a space',
  ),
  'base64-percent': cause(
    'Send the base64 as it is. A header is not part of a URL.',
    'base64 that is percent-encoded',
    'the base64 of the signature part is percent-encoded',
  ),
  'bytes-reversed': cause(
    'Reverse the bytes before encoding them: CryptoAPI on Windows returns signatures with the lowest byte first.',
    'the bytes of the signature in reverse order',
    'the bytes of the signature are in reverse order',
  ),
  'sign-byte': cause(
    'Write the number with exactly as many bytes as the modulus. BigInteger.toByteArray() in Java adds a sign byte.',
    'a zero byte in front of the signature',
    'the signature has an additional zero byte in front',
  ),
  'leading-zero-lost': cause(
    'Write the number with exactly as many bytes as the modulus, with zeros in front.',
    'a signature without its leading zero byte',
    'the leading zero byte of the signature is missing',
  ),
  'wrong-length': cause(
    'Look for a field or a column that is too short for the base64, or for a key of another size.',
    'a signature of another length than the key',
    'the signature has {}',
  ),
  'no-signature': cause(
    'Check the return value of the function that signs.',
    'an empty signature part',
    'the signature part is empty',
  ),
};

/** By which algorithm and with which key the signature was made. */
const SCHEME = {
  ...causes(PKCS1, {
    'other-hash': ['another hash than SHA-256', 'it was made with {} instead of SHA-256'],
    pss: ['PSS padding', 'it was made with PSS padding ({}) instead of PKCS#1 v1.5'],
    'hash-as-text': [
      'the text of the hash, signed without hashing',
      'the {} text of the hash was padded and signed, instead of its DigestInfo',
    ],
    'not-hashed': [
      'a text that was signed without hashing',
      'the text itself was padded and signed, without hashing it',
    ],
    'not-padded': ['an RSA operation without padding', 'the RSA operation was done without padding'],
  }),
  'no-digest-info': cause(
    'Let the library hash and sign in one step. With a raw RSA operation, put the DigestInfo of SHA-256 before the hash.',
    'a hash without DigestInfo',
    'the bare {} hash was signed, without the DigestInfo in front of it',
  ),
  'digest-info-without-null': cause(
    'Let the library hash and sign in one step, or use the DigestInfo of RFC 8017, section 9.2.',
    'a DigestInfo without its NULL',
    'the DigestInfo lacks the NULL after the algorithm',
  ),
  'other-certificate': cause(
    'Send the certificate that belongs to the signing key in TPP-Signature-Certificate and keyId, or sign with the key of the certificate that you send.',
    'the key of another certificate',
    'it was made with the private key of another certificate: {}',
  ),
  'unknown-key': cause(
    'Compare the two moduli: openssl x509 -noout -modulus -in CERTIFICATE and openssl rsa -noout -modulus -in KEY. If they are equal, compare the signature that you sent with the one that you computed.',
    'an unknown key',
    'it was not made with the private key of the certificate in TPP-Signature-Certificate, or it was damaged on its way',
  ),
  'other-text': cause(
    "Write the bytes that your client signs to a file, check that their hash is this one, and compare them with the bank's signing string.",
    'another text altogether',
    'the key is right, but another text was signed, whose hash is {}',
  ),
};

const DIGEST = {
  ...causes(BODY, {
    'digest-of-other-text': ['the Digest of another text', 'it is the hash of {}'],
    'digest-of-digest': ['the Digest of the digest', 'the body was hashed twice'],
  }),
  'digest-written': cause(
    'Write SHA-256= followed by the standard base64 of the 32 bytes of the hash.',
    'a Digest in another format',
    'the hash of the body is right, but it is written {}',
  ),
  'digest-algorithm': cause(
    'Use SHA-256, or name SHA-512 if you use it.',
    'a Digest by another hash',
    'the value is the {} of the body',
  ),
};

/** How the lines are separated, and how each is written. */
const FORMAT = {
  ...causes(LINES, {
    'newline-at-end': ['a newline at the end', 'the signed text ends with a newline'],
    'crlf-at-end': ['CRLF at the end', 'the signed text ends with CRLF'],
    'text-at-end': ['something after the last line', 'the signed text ends with {}'],
    'newline-at-start': ['a newline at the start', 'the signed text starts with a newline'],
    crlf: ['CRLF between the lines', 'the lines are separated by CRLF'],
    'other-joiner': ['the lines joined by something else, such as a comma', 'the lines are joined by {}'],
    'joined-by-nothing': ['the lines joined by nothing', 'the lines are joined by nothing'],
  }),
  ...causes(FORM, {
    'no-space': ['no space after the colon', 'there is no space after the colons'],
    'other-separator': ['another separator between name and value', 'name and value are separated by {}'],
    'names-in-upper-case': ['names in upper case', 'the header names are in upper case'],
    'names-as-sent': [
      'names spelled as in the request',
      'the header names are spelled with capitals, as in the request',
    ],
    'no-names': ['values without names', 'only the values were signed, without the names'],
  }),
  'escaped-newline': cause(
    "Use printf '%s\\n' or $'\\n' in a shell, and double quotes where the language needs them for escapes.",
    'a backslash and an n instead of a newline',
    'the lines are joined by a backslash and an n instead of a newline',
  ),
};

/** The line `(request-target)`. */
const REQUEST_TARGET = {
  ...causes(TARGET, {
    'target-name': ['another name for (request-target)', 'the line (request-target) is named {}'],
    'target-without-name': ['(request-target) without its name', 'the line (request-target) has no name'],
    'method-case': ['the method in another case', 'the method was signed as {}'],
    'other-method': ['another method', 'the method was signed as {}'],
    'no-method': ['no method', 'the method is missing from (request-target)'],
    'no-query': ['the path without its query', 'the path was signed without its query'],
    'query-differs': ['another query', 'the query was signed as {}'],
    'host-in-front': ['host or scheme before the path', 'the path was signed with the host in front: {}'],
    'path-decoded': ['the path decoded', 'the path was signed decoded: {}'],
    'path-encoded': ['the path encoded differently', 'the path was signed with another percent-encoding: {}'],
    'path-encoded-twice': ['the path encoded twice', 'the path was signed percent-encoded twice: {}'],
    'other-path': ['another path, such as one without its prefix', 'the path was signed as {}'],
  }),
};

/** Which lines are signed, and in which order. */
const SELECTION = {
  ...causes(ORDER, {
    reversed: ['the lines in reverse order', 'the lines were signed in reverse order'],
    sorted: ['the lines sorted by name', 'the lines were sorted by name'],
    'order-as-sent': [
      'the lines in the order of the headers',
      'the lines were signed in the order in which the headers were sent',
    ],
    'other-order': ['the lines in another order', 'the lines were signed in another order: {}'],
  }),
  'header-left-out': cause(
    'Sign a line for each name in the headers part, and list only names that you sign.',
    'a header left out',
    'the line of {} is missing from the signed text',
  ),
  'header-added': cause(
    'List every header that you sign in the headers part, in the same order.',
    'a header added',
    'the signed text has a line of {}, which the headers part does not list',
  ),
  'absent-header-signed': cause(
    'Leave out headers that the request does not have, both in the text and in the headers part.',
    'a header signed that was not sent',
    'the signed text has the line "{}", but the request does not have this header',
  ),
  'empty-header': cause(
    FORM,
    'an empty header written differently',
    'the line of the empty header {} ends with the colon',
  ),
  'line-repeated': cause(
    'Sign one line for each name in the headers part.',
    'a line twice',
    'the line of {} was signed twice',
  ),
  'one-line-only': cause(
    'Sign a line for each name in the headers part. Without a list, libraries sign the Date only.',
    'only one line',
    'only the line of {} was signed',
  ),
};

const HEADER_VALUES = {
  ...causes(VALUES, {
    'value-case': ['a value in another case', 'the value of {} was signed in upper or lower case'],
    'value-encoded': [
      'a value percent-encoded or decoded',
      'the value of {} was signed percent-encoded or decoded',
    ],
    'value-differs': ['a value in another format', 'the value of {}'],
    'value-missing': ['a value that was not set yet', 'the value of {} when the text was signed'],
    'digest-format': ['a Digest in another format', 'the Digest was signed {}'],
  }),
  ...causes(FRESH, {
    'date-differs': ['a Date computed twice', 'the signed Date is {} the one that was sent'],
    'date-format': ['a Date in another format', 'the Date was signed in another format: {}'],
    'older-value': ['a value of an earlier request', 'the signed {}'],
    'earlier-request': [
      'the signature of an earlier request',
      'it is the signature of an earlier request, with the X-Request-ID {}',
    ],
  }),
  'value-not-trimmed': cause(
    'Trim every value before you sign it: spaces around a value are not part of it.',
    'a value with a space before or after it',
    'the value of {} was signed with a space before or after it',
  ),
  'value-quoted': cause(FORM, 'a value in quotes', 'the value of {} was signed in quotes'),
  'digest-of-nothing': cause(
    'Compute the Digest over the body that you send. Without a body, send and sign no Digest.',
    'the Digest of an empty body',
    'the Digest of an empty body was signed',
  ),
  'value-changed': cause(
    'Sign as the last step before sending, and see that no proxy changes a signed header.',
    'a value that changed after signing',
    'the header {}',
  ),
};

/** How the text became bytes, what was done to it before signing, and other texts altogether. */
const CONTENT = {
  ...causes(BYTES, {
    'utf-16': ['the text in UTF-16', 'the signed text was encoded as UTF-16'],
    'byte-order-mark': ['a byte order mark', 'the signed text starts with a byte order mark'],
  }),
  ...causes(ONCE, {
    'hashed-twice': ['the hash of the hash', 'the text was hashed twice'],
    'hash-in-hex': [
      'the hash as hexadecimal text',
      'the hexadecimal text of the hash was signed instead of the text',
    ],
    'hash-in-base64': ['the hash as base64', 'the base64 of the hash was signed instead of the text'],
    'text-encoded': ['the text encoded before signing', 'the text was encoded as {} before it was signed'],
  }),
  ...causes(WHOLE, {
    'body-signed': ['the body instead of the signing string', '{} was signed directly'],
    'digest-signed': ['the Digest instead of the signing string', 'only the Digest was signed'],
    'list-signed': ['the headers part itself', 'the list of header names was signed instead of the lines'],
  }),
  ...causes(VARIABLE, {
    'nothing-signed': ['an empty text', 'an empty text was signed'],
    'word-signed': ['a word such as undefined', 'the text "{}" was signed'],
  }),
  'other-charset': cause(
    'Sign the same bytes that you send.',
    'letters in another charset',
    'the letters outside ASCII were signed as {}, but sent in another charset',
  ),
};

const CATALOGUE = {
  ...ENCODING,
  ...SCHEME,
  ...DIGEST,
  ...FORMAT,
  ...REQUEST_TARGET,
  ...SELECTION,
  ...HEADER_VALUES,
  ...CONTENT,
};

export type CauseId = keyof typeof CATALOGUE;

export const CAUSES: Readonly<Record<CauseId, CauseKind>> = CATALOGUE;
