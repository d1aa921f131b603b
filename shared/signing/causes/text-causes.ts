/** Causes in the Digest and in the signed text: how it differs from the signing string of SIG-7. */
import type { CauseKinds } from './cause-kind.ts';

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

const BODY = 'Compute the Digest over exactly the bytes that you send, after the last change to the body.';

/** Causes of a Digest header that does not match the body (SIG-11). */
export const DIGEST_CAUSES = {
  'digest-written': {
    title: 'a Digest in another format',
    what: (format: string) => `the hash of the body is right, but it is written ${format}`,
    advice: 'Write SHA-256= followed by the standard base64 of the 32 bytes of the hash.',
  },
  'digest-algorithm': {
    title: 'a Digest by another hash',
    what: (hash: string) => `the value is the ${hash} of the body`,
    advice: 'Use SHA-256, or name SHA-512 if you use it.',
  },
  'digest-of-other-text': {
    title: 'the Digest of another text',
    what: (text: string) => `it is the hash of ${text}`,
    advice: BODY,
  },
  'digest-of-digest': {
    title: 'the Digest of the digest',
    what: () => 'the body was hashed twice',
    advice: BODY,
  },
} as const satisfies CauseKinds;

/** How the signed text differs from the signing string. */
export const TEXT_CAUSES = {
  // What surrounds and separates the lines.
  'newline-at-end': {
    title: 'a newline at the end',
    what: () => 'the signed text ends with a newline',
    advice: LINES,
  },
  'crlf-at-end': { title: 'CRLF at the end', what: () => 'the signed text ends with CRLF', advice: LINES },
  'text-at-end': {
    title: 'something after the last line',
    what: (what: string) => `the signed text ends with ${what}`,
    advice: LINES,
  },
  'newline-at-start': {
    title: 'a newline at the start',
    what: () => 'the signed text starts with a newline',
    advice: LINES,
  },
  crlf: { title: 'CRLF between the lines', what: () => 'the lines are separated by CRLF', advice: LINES },
  'other-joiner': {
    title: 'the lines joined by something else, such as a comma',
    what: (joiner: string) => `the lines are joined by ${joiner}`,
    advice: LINES,
  },
  'joined-by-nothing': {
    title: 'the lines joined by nothing',
    what: () => 'the lines are joined by nothing',
    advice: LINES,
  },
  'escaped-newline': {
    title: 'a backslash and an n instead of a newline',
    what: () => 'the lines are joined by a backslash and an n instead of a newline',
    advice:
      "Use printf '%s\\n' or $'\\n' in a shell, and double quotes where the language needs them for escapes.",
  },
  // How a line is written.
  'no-space': {
    title: 'no space after the colon',
    what: () => 'there is no space after the colons',
    advice: FORM,
  },
  'other-separator': {
    title: 'another separator between name and value',
    what: (what: string) => `name and value are separated by ${what}`,
    advice: FORM,
  },
  'names-in-upper-case': {
    title: 'names in upper case',
    what: () => 'the header names are in upper case',
    advice: FORM,
  },
  'names-as-sent': {
    title: 'names spelled as in the request',
    what: () => 'the header names are spelled with capitals, as in the request',
    advice: FORM,
  },
  'no-names': {
    title: 'values without names',
    what: () => 'only the values were signed, without the names',
    advice: FORM,
  },
  'target-name': {
    title: 'another name for (request-target)',
    what: (name: string) => `the line (request-target) is named ${name}`,
    advice: TARGET,
  },
  'target-without-name': {
    title: '(request-target) without its name',
    what: () => 'the line (request-target) has no name',
    advice: TARGET,
  },
  // (request-target).
  'method-case': {
    title: 'the method in another case',
    what: (method: string) => `the method was signed as ${method}`,
    advice: TARGET,
  },
  'other-method': {
    title: 'another method',
    what: (method: string) => `the method was signed as ${method}`,
    advice: TARGET,
  },
  'no-method': {
    title: 'no method',
    what: () => 'the method is missing from (request-target)',
    advice: TARGET,
  },
  'no-query': {
    title: 'the path without its query',
    what: () => 'the path was signed without its query',
    advice: TARGET,
  },
  'query-differs': {
    title: 'another query',
    what: (query: string) => `the query was signed as ${query}`,
    advice: TARGET,
  },
  'host-in-front': {
    title: 'host or scheme before the path',
    what: (target: string) => `the path was signed with the host in front: ${target}`,
    advice: TARGET,
  },
  'path-decoded': {
    title: 'the path decoded',
    what: (path: string) => `the path was signed decoded: ${path}`,
    advice: TARGET,
  },
  'path-encoded': {
    title: 'the path encoded differently',
    what: (path: string) => `the path was signed with another percent-encoding: ${path}`,
    advice: TARGET,
  },
  'path-encoded-twice': {
    title: 'the path encoded twice',
    what: (path: string) => `the path was signed percent-encoded twice: ${path}`,
    advice: TARGET,
  },
  'other-path': {
    title: 'another path, such as one without its prefix',
    what: (path: string) => `the path was signed as ${path}`,
    advice: TARGET,
  },
  // Which lines there are.
  'header-left-out': {
    title: 'a header left out',
    what: (name: string) => `the line of ${name} is missing from the signed text`,
    advice: 'Sign a line for each name in the headers part, and list only names that you sign.',
  },
  'header-added': {
    title: 'a header added',
    what: (name: string) => `the signed text has a line of ${name}, which the headers part does not list`,
    advice: 'List every header that you sign in the headers part, in the same order.',
  },
  'absent-header-signed': {
    title: 'a header signed that was not sent',
    what: (line: string) =>
      `the signed text has the line "${line}", but the request does not have this header`,
    advice: 'Leave out headers that the request does not have, both in the text and in the headers part.',
  },
  'empty-header': {
    title: 'an empty header written differently',
    what: (name: string) => `the line of the empty header ${name} ends with the colon`,
    advice: FORM,
  },
  'line-repeated': {
    title: 'a line twice',
    what: (name: string) => `the line of ${name} was signed twice`,
    advice: 'Sign one line for each name in the headers part.',
  },
  'one-line-only': {
    title: 'only one line',
    what: (name: string) => `only the line of ${name} was signed`,
    advice: 'Sign a line for each name in the headers part. Without a list, libraries sign the Date only.',
  },
  // In which order.
  reversed: {
    title: 'the lines in reverse order',
    what: () => 'the lines were signed in reverse order',
    advice: ORDER,
  },
  sorted: { title: 'the lines sorted by name', what: () => 'the lines were sorted by name', advice: ORDER },
  'order-as-sent': {
    title: 'the lines in the order of the headers',
    what: () => 'the lines were signed in the order in which the headers were sent',
    advice: ORDER,
  },
  'other-order': {
    title: 'the lines in another order',
    what: (names: string) => `the lines were signed in another order: ${names}`,
    advice: ORDER,
  },
  // Which values.
  'value-not-trimmed': {
    title: 'a value with a space before or after it',
    what: (name: string) => `the value of ${name} was signed with a space before or after it`,
    advice: 'Trim every value before you sign it: spaces around a value are not part of it.',
  },
  'value-case': {
    title: 'a value in another case',
    what: (name: string) => `the value of ${name} was signed in upper or lower case`,
    advice: VALUES,
  },
  'value-encoded': {
    title: 'a value percent-encoded or decoded',
    what: (name: string) => `the value of ${name} was signed percent-encoded or decoded`,
    advice: VALUES,
  },
  'value-differs': {
    title: 'a value in another format',
    what: (detail: string) => `the value of ${detail}`,
    advice: VALUES,
  },
  'value-quoted': {
    title: 'a value in quotes',
    what: (name: string) => `the value of ${name} was signed in quotes`,
    advice: FORM,
  },
  'value-missing': {
    title: 'a value that was not set yet',
    what: (detail: string) => `the value of ${detail} when the text was signed`,
    advice: VALUES,
  },
  'date-differs': {
    title: 'a Date computed twice',
    what: (detail: string) => `the signed Date is ${detail} the one that was sent`,
    advice: FRESH,
  },
  'date-format': {
    title: 'a Date in another format',
    what: (example: string) => `the Date was signed in another format: ${example}`,
    advice: FRESH,
  },
  'digest-format': {
    title: 'a Digest in another format',
    what: (detail: string) => `the Digest was signed ${detail}`,
    advice: VALUES,
  },
  'digest-of-nothing': {
    title: 'the Digest of an empty body',
    what: () => 'the Digest of an empty body was signed',
    advice: 'Compute the Digest over the body that you send. Without a body, send and sign no Digest.',
  },
  'older-value': {
    title: 'a value of an earlier request',
    what: (detail: string) => `the signed ${detail}`,
    advice: FRESH,
  },
  'value-changed': {
    title: 'a value that changed after signing',
    what: (detail: string) => `the header ${detail}`,
    advice: 'Sign as the last step before sending, and see that no proxy changes a signed header.',
  },
  'earlier-request': {
    title: 'the signature of an earlier request',
    what: (requestId: string) =>
      `it is the signature of an earlier request, with the X-Request-ID ${requestId}`,
    advice: FRESH,
  },
  // How the text became bytes, and what was done to it before signing.
  'utf-16': {
    title: 'the text in UTF-16',
    what: () => 'the signed text was encoded as UTF-16',
    advice: BYTES,
  },
  'byte-order-mark': {
    title: 'a byte order mark',
    what: () => 'the signed text starts with a byte order mark',
    advice: BYTES,
  },
  'other-charset': {
    title: 'letters in another charset',
    what: (charset: string) =>
      `the letters outside ASCII were signed as ${charset}, but sent in another charset`,
    advice: 'Sign the same bytes that you send.',
  },
  'hashed-twice': { title: 'the hash of the hash', what: () => 'the text was hashed twice', advice: ONCE },
  'hash-in-hex': {
    title: 'the hash as hexadecimal text',
    what: () => 'the hexadecimal text of the hash was signed instead of the text',
    advice: ONCE,
  },
  'hash-in-base64': {
    title: 'the hash as base64',
    what: () => 'the base64 of the hash was signed instead of the text',
    advice: ONCE,
  },
  'text-encoded': {
    title: 'the text encoded before signing',
    what: (how: string) => `the text was encoded as ${how} before it was signed`,
    advice: ONCE,
  },
  // Something else.
  'body-signed': {
    title: 'the body instead of the signing string',
    what: (detail: string) => `${detail} was signed directly`,
    advice: WHOLE,
  },
  'digest-signed': {
    title: 'the Digest instead of the signing string',
    what: () => 'only the Digest was signed',
    advice: WHOLE,
  },
  'nothing-signed': {
    title: 'an empty text',
    what: () => 'an empty text was signed',
    advice: 'Check the variable that holds the signing string when the function that signs is called.',
  },
  'word-signed': {
    title: 'a word such as undefined',
    what: (word: string) => `the text "${word}" was signed`,
    advice: 'Check the variable that holds the signing string when the function that signs is called.',
  },
  'list-signed': {
    title: 'the headers part itself',
    what: () => 'the list of header names was signed instead of the lines',
    advice: WHOLE,
  },
} as const satisfies CauseKinds;
