/** Which headers are signed, and the string over them (SIG-6, SIG-7, draft-cavage-http-signatures-12 section 2.3). */

/** Headers that must be signed if the request carries them, in the order in which the client lists them (SIG-6). */
export const SIGNED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/** Headers that the bank signs on its responses (SIG-13). */
export const SIGNED_RESPONSE_HEADERS = ['date', 'digest', 'x-request-id'] as const;

export const REQUEST_TARGET = '(request-target)';

export interface SignedMessage {
  method: string;
  /** Path with query, exactly as sent. */
  target: string;
  /** Value of a header by lower-case name, or undefined if the message does not have it. */
  header: (name: string) => string | undefined;
}

/** One line of the signing string per name, in order; null for an absent header. */
export function signingLines(names: readonly string[], message: SignedMessage): (string | null)[] {
  return names.map((name) => {
    if (name === REQUEST_TARGET) return `${name}: ${message.method.toLowerCase()} ${message.target}`;
    const value = message.header(name);
    return value === undefined ? null : `${name}: ${withoutBlanks(value)}`;
  });
}

/**
 * The value without the blanks around it (RFC 7230, 3.2: space and tab). Not `trim`, which would also remove bytes of the
 * value: in a value with one char per byte, U+00A0 is the second byte of "à".
 */
function withoutBlanks(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isBlank(char: number): boolean {
  return char === 0x20 || char === 0x09;
}

/** The signing string: the lines joined by newlines, without one at the end. @throws RangeError for an absent header. */
export function signingString(names: readonly string[], message: SignedMessage): string {
  const lines = signingLines(names, message);
  const absent = lines.indexOf(null);
  if (absent >= 0) throw new RangeError(`The header ${names[absent]} is not in the message.`);
  return lines.join('\n');
}

/** The names that a client signs, in order: of the given ones, those that the request has. */
export function namesToSign(
  has: (name: string) => boolean,
  headers: readonly string[] = [REQUEST_TARGET, ...SIGNED_HEADERS],
): string[] {
  return headers.filter((name) => name === REQUEST_TARGET || has(name));
}

/** Which headers the `headers` part must list if the request has them, and whether it may list others. */
export interface SignedList {
  headers: readonly string[];
  others: boolean;
}

/** SIG-6. */
const SPECIFIED: SignedList = { headers: SIGNED_HEADERS, others: true };

/** The fault of a request's `headers` part (SIG-6), or null. @param list of a bank with a signature profile of its own */
export function headersPartFault(
  names: readonly string[],
  has: (name: string) => boolean,
  { headers, others }: SignedList = SPECIFIED,
): string | null {
  let at = 0;
  for (const name of names) {
    if (name === '') return 'the headers part has an empty name; names are separated by exactly one space';
    const [foreign] = /[^\w!#$%&*+.^`|~()-]/u.exec(name) ?? [];
    if (foreign !== undefined)
      return `the headers part has the character ${JSON.stringify(foreign)}; write names alone, separated by exactly one space`;
    if (name !== name.toLowerCase()) return `the headers part lists ${name}, but names must be in lower case`;
    // All names before it are headers of the request, so there are few.
    if (names.indexOf(name) < at++) return `the headers part lists ${name} twice`;
    if (name !== REQUEST_TARGET && !has(name))
      return `the headers part lists ${name}, which the request does not contain`;
  }
  const left = headers.find((name) => (name === REQUEST_TARGET || has(name)) && !names.includes(name));
  if (left === REQUEST_TARGET) return `the headers part does not list ${left}, which this bank requires`;
  if (left !== undefined) return `the request contains ${left}, which the headers part does not list`;
  const more = others ? undefined : names.find((name) => !headers.includes(name));
  return more === undefined ? null : `the headers part lists ${more}, which this bank does not sign`;
}
