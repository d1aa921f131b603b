/** Whether a text that a person pasted is the one that was signed, and where it differs from the right one. */
import { type Hash, type HashName, HASHES, toUtf8 } from './causes/hash.ts';

/** The first difference between the signed text and the right one. */
export interface FirstDifference {
  /** Of the signed text, from 1. */
  line: number;
  /** In characters, from 1. */
  column: number;
  /** Bytes of UTF-8 before it. */
  byte: number;
  /** The characters before it on its line, the last 60 at most. */
  before: string;
  /** What the signed text has there, and what belongs there; empty at the end of a text. */
  signed: string;
  right: string;
}

export type SignedTextReading =
  | {
      kind: 'signed';
      /** What happened to the text between the client and the paste; null if nothing. */
      changed: string | null;
      text: string;
      /** Null if the signed text is the right one. */
      difference: FirstDifference | null;
    }
  | { kind: 'not-signed'; reasons: string[]; difference: FirstDifference | null };

interface Variant {
  text: string;
  /** One char per byte. */
  bytes: string;
  changed: string | null;
}

/** What programs and clipboards do to a text on its way. */
const CHANGES: readonly [what: string, undo: (text: string) => string | null][] = [
  ['the paste has lost the newline at its end', (text) => `${text}\n`],
  ['the paste has lost the CRLF at its end', (text) => `${crlf(text)}\r\n`],
  ['the paste has a newline at its end', (text) => (text.endsWith('\n') ? text.replace(/\r?\n$/, '') : null)],
  ['the paste has other line ends: CRLF was signed', crlf],
  ['the paste has other line ends: newlines were signed', (text) => text.replaceAll('\r\n', '\n')],
  ['the paste has blanks around it', (text) => text.trim()],
  ['the paste has each newline written as \\n', (text) => unescaped(text)],
  ['the paste is a string literal, with quotes and escapes', literal],
];

function crlf(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
}

function unescaped(text: string): string | null {
  if (!/\\[nrt"'\\]/.test(text)) return null;
  return text.replaceAll(/\\([nrt"'\\])/g, (_, char: string) =>
    char === 'n' ? '\n' : char === 'r' ? '\r' : char === 't' ? '\t' : char,
  );
}

/** As Python's repr, JSON and the literals of most languages write a text. */
function literal(text: string): string | null {
  const inner = /^\s*[bBuUrR]?(["'`])([\s\S]*)\1\s*;?\s*$/.exec(text)?.[2];
  return inner === undefined ? null : (unescaped(inner) ?? inner);
}

/** Without the prefix and the indents of a log. */
function unlogged(pasted: string, right: string): string {
  const [firstName = ''] = right.split(':', 1);
  const prefix = pasted.slice(0, Math.max(pasted.toLowerCase().indexOf(`${firstName}:`), 0));
  // The quote of a literal is not part of the prefix.
  return pasted.slice(prefix.replace(/["'`]$/, '').length).replaceAll(/^[ \t]+/gm, '');
}

function* variantsOf(pasted: string, right: string): Generator<Variant> {
  const texts = [
    { whats: [], text: pasted },
    { whats: ['the paste has the prefix or the indents of a log'], text: unlogged(pasted, right) },
  ].flatMap(({ whats, text }): [string | null, string][] => [
    [whats[0] ?? null, text],
    ...CHANGES.flatMap(([what, undo]): [string, string][] => {
      const undone = undo(text);
      return undone === null || undone === text ? [] : [[[...whats, what].join(', and '), undone]];
    }),
  ]);
  for (const [changed, text] of texts) {
    yield { text, bytes: toUtf8(text), changed };
    const isLatin = /[^\x00-\x7f]/.test(text) && /^[\x00-\xff]*$/.test(text);
    if (isLatin) yield { text, bytes: text, changed: 'it was signed in ISO-8859-1, not UTF-8' };
    if (text.normalize('NFD') !== text)
      yield {
        text,
        bytes: toUtf8(text.normalize('NFD')),
        changed: 'letters with accents were signed decomposed',
      };
  }
}

/**
 * Compares a pasted text with the hash in a signature, also as it was before a clipboard or a print changed it.
 * @param digest in the signature, lower-case hexadecimal
 * @param right the signing string that the bank built
 */
export function readSignedText(
  pasted: string,
  digest: { algorithm: string; hex: string },
  right: string,
  hash: Hash,
): SignedTextReading {
  const name: HashName | undefined = HASHES.find((one) => one === digest.algorithm);
  for (const { text, bytes, changed } of name === undefined ? [] : variantsOf(pasted, right))
    if (name !== undefined && hash(name, bytes) === digest.hex)
      return { kind: 'signed', changed, text, difference: firstDifference(text, right) };
  const difference = firstDifference(pasted, right);
  return { kind: 'not-signed', reasons: reasonsFor(pasted, difference), difference };
}

function reasonsFor(pasted: string, difference: FirstDifference | null): string[] {
  const isHex = /^[0-9a-f]{40,128}$/i.test(pasted.trim());
  return [
    ...(isHex ? ['This looks like a hash. Paste the text that your client hashes and signs.'] : []),
    ...(difference === null
      ? [
          'This is the right text, but your client signed another one: print it in the function that signs, right before the call.',
        ]
      : [
          'Print the text in the function that signs, right before the call: a later change, such as a header that a library adds, is signed and not printed.',
        ]),
    'Paste the text of this very request: its Date and X-Request-ID belong to it.',
  ];
}

/** Characters before and after the difference. */
const MAX_BEFORE = 60;
const SHOWN = 24;

/** Null if the texts are equal. Strings are compared by their characters. */
export function firstDifference(signed: string, right: string): FirstDifference | null {
  const [ours, theirs] = [Array.from(signed), Array.from(right)];
  let at = 0;
  while (at < ours.length && ours[at] === theirs[at]) at++;
  if (at === ours.length && at === theirs.length) return null;
  const before = ours.slice(0, at).join('');
  const lines = before.split('\n');
  const last = lines.at(-1) ?? '';
  return {
    line: lines.length,
    column: Array.from(last).length + 1,
    byte: new TextEncoder().encode(before).length,
    before: last.length > MAX_BEFORE ? `…${Array.from(last).slice(-MAX_BEFORE).join('')}` : last,
    signed: ours.slice(at, at + SHOWN).join(''),
    right: theirs.slice(at, at + SHOWN).join(''),
  };
}
