/** Mistakes in which something else than the lines was signed: the body, its Digest, or nothing. */
import { bytesToBinary, decodeBase64, utf8OrNull } from '../base64.ts';
import { causeOf } from './cause.ts';
import { rewritten } from './digest-causes.ts';
import { toHex } from './hash.ts';
import { type Mistake, type Plan, set } from './plan.ts';
import { MAX_DIAGNOSED_BODY_BYTES } from '../../limits.ts';

/** @param names of the headers part */
export function mistakesInWhole(right: Plan, names: readonly string[], body: Uint8Array): Mistake[] {
  const digest = right.lines.find(({ name }) => name === 'digest')?.value ?? null;
  const date = right.lines.find(({ name }) => name === 'date')?.value ?? null;
  const whole = (rarity: Mistake['rarity'], cause: Mistake['cause'], text: string): Mistake => ({
    slot: 'whole',
    cause,
    rarity,
    change: set('whole', text),
  });
  return [
    ...bodies(body).map(([text, detail]) => whole(2, causeOf('body-signed', detail), text)),
    ...digestTexts(digest).map((text) => whole(2, causeOf('digest-signed'), text)),
    whole(2, causeOf('nothing-signed'), ''),
    whole(2, causeOf('list-signed'), names.join(' ')),
    ...['undefined', 'null', 'None', '[object Object]', 'System.Byte[]'].map((word) =>
      whole(3, causeOf('word-signed', word), word),
    ),
    ...(date === null ? [] : [whole(3, causeOf('one-line-only', 'date'), date)]),
    whole(3, causeOf('one-line-only', '(request-target)'), `${right.method} ${right.path}`),
    whole(3, causeOf('one-line-only', '(request-target)'), right.path),
  ];
}

function digestTexts(digest: string | null): string[] {
  if (digest === null) return [];
  const encoded = digest.slice(digest.indexOf('=') + 1);
  const bytes = decodeBase64(encoded);
  if (bytes === null) return [digest];
  const hash = bytesToBinary(bytes);
  return [digest, encoded, hash, toHex(hash)];
}

/** The body as sent, and as a client may have had it before sending. */
function bodies(body: Uint8Array): [text: string, detail: string][] {
  if (body.length === 0 || body.length > MAX_DIAGNOSED_BODY_BYTES) return [];
  const sent = bytesToBinary(body);
  return [
    [sent, 'the body'],
    [sent.trim(), 'the body without the space around it'],
    ...rewritten(utf8OrNull(body)),
  ];
}
