/**
 * Names the cause of a wrong signature. The public key gives back what was signed (RFC 8017, 8.2.2), so every text that a
 * client may have signed instead can be compared with it: a cause is named only if it reproduces the signature exactly.
 */
import type { SignedMessage } from '../signing-string.ts';
import { type Block, readBlock, recoverBlock, type RsaKey, rsaKeyOf } from './block.ts';
import { type Cause, causeOf, inWords, type UnsaidCause } from './cause.ts';
import type { Hash } from './hash.ts';
import { mistakesInForm } from './mistakes-in-form.ts';
import { mistakesInLines, mistakesInWhole } from './mistakes-in-lines.ts';
import { mistakesInTarget } from './mistakes-in-target.ts';
import { type EarlierRequest, mistakesInValues } from './mistakes-in-values.ts';
import { type Mistake, type Plan, rightPlan } from './plan.ts';
import { type Limits, LIMITS, searchText } from './search.ts';
import { readingsOf, shapeFault } from './signature-bytes.ts';

/** A request as it was received, with the parts of its Signature header. Header values have one char per byte. */
export interface Evidence {
  method: string;
  /** Path with query, exactly as sent. */
  target: string;
  /** In the order and spelling of the request. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** The `headers` part. */
  names: readonly string[];
  /** The `signature` part as it was written. */
  signature: string;
  /** SubjectPublicKeyInfo of the certificate in the request. */
  publicKey: Uint8Array;
  /** Other certificates that are known here: whose, and the SubjectPublicKeyInfo. */
  others: readonly { whose: string; publicKey: Uint8Array }[];
  /** Earlier requests of the same TPP, newest first. */
  earlier: readonly EarlierRequest[];
  /** Milliseconds since 1970. */
  now: number;
}

export interface Diagnosis {
  /**
   * `named`: the causes reproduce the signature. `other-text`: the key is right, but no text fits. `other-key`: it is not a
   * signature by a known key. `no-signature`: it cannot be one by any key of this size.
   */
  verdict: 'named' | 'other-text' | 'other-key' | 'no-signature';
  /** At least one, in the order in which the mistakes were made. */
  causes: readonly Cause[];
  /** The text that was signed, one char per byte; null if it is unknown. */
  signedText: string | null;
  /** The hash in the signature; null for another key, and for schemes that do not reveal it. */
  digest: { algorithm: string; hex: string } | null;
  /** Texts that were tried. */
  tried: number;
}

/**
 * Lines up to which mistakes in single lines are tried. The orders of the lines alone are as many as their square, each as long as
 * the text; the interface has ten headers to sign.
 */
const MOST_LINES = 24;
/** Keys of other certificates that are tried. */
const MOST_OTHERS = 32;

export interface Examination {
  limits?: Limits;
  /** Removes secrets from a detail of the request, one char per byte, before it is shortened; null if there are none. */
  masked?: ((detail: string) => string) | null;
}

/** The cause of a signature that is wrong. @throws DerError for a public key that is not DER */
export function examine(
  evidence: Evidence,
  hash: Hash,
  { limits = LIMITS, masked = null }: Examination = {},
): Diagnosis {
  const { causes, ...found } = searched(evidence, hash, limits);
  return { ...found, causes: causes.map((cause) => inWords(cause, masked)) };
}

/** A diagnosis whose causes are not said yet. */
type Searched = Omit<Diagnosis, 'causes'> & { causes: readonly UnsaidCause[] };

function searched(evidence: Evidence, hash: Hash, limits: Limits): Searched {
  const key = rsaKeyOf(evidence.publicKey);
  const opened = key === null ? null : open(evidence, key, hash);
  if (opened === null) return unopened(evidence, key);
  const { candidates, causes } = opened;
  const plan = rightPlan(evidence.names, messageOf(evidence));
  const mistakes = mistakesIn(plan, evidence);
  let tried = 0;
  for (const block of candidates) {
    if (block.fits === null) continue;
    const question = { fits: block.fits, hash, name: block.hashName };
    const search = searchText(plan, mistakes, question, limits);
    tried += search.tried;
    if (search.found === null) continue;
    return {
      verdict: 'named',
      causes: [...causes, ...block.causes, ...search.found.causes],
      signedText: search.found.text,
      digest: block.digest,
      tried,
    };
  }
  const [block] = candidates;
  if (block === undefined || !block.certain) return unopened(evidence, key);
  const known = [...causes, ...block.causes];
  const { digest } = block;
  const otherText = causeOf(
    'other-text',
    digest === null ? 'hidden in the signature' : `${digest.algorithm} ${digest.hex}`,
  );
  return { verdict: 'other-text', causes: [...known, otherText], signedText: null, digest, tried };
}

interface Opened {
  candidates: readonly Block[];
  /** What is wrong with the bytes of the signature, or whose key it was. */
  causes: readonly UnsaidCause[];
}

/** The block of the signature by the request's own key, otherwise by a known one. */
function open({ signature, others }: Evidence, key: RsaKey, hash: Hash): Opened | null {
  let uncertain: Opened | null = null;
  for (const { bytes, causes } of readingsOf(signature, key.bytes)) {
    const block = recoverBlock(bytes, key);
    const candidates = block === null ? [] : readBlock(block, bitsOf(key), hash);
    if (candidates[0]?.certain === true) return { candidates: [candidates[0]], causes };
    if (candidates.length > 0) uncertain ??= { candidates, causes };
  }
  for (const { whose, publicKey } of others.slice(0, MOST_OTHERS)) {
    const other = rsaKeyOf(publicKey);
    if (other === null || other.modulus === key.modulus) continue;
    for (const { bytes, causes } of readingsOf(signature, other.bytes)) {
      const block = recoverBlock(bytes, other);
      const [candidate] = block === null ? [] : readBlock(block, bitsOf(other), hash);
      if (candidate?.certain === true)
        return { candidates: [candidate], causes: [...causes, causeOf('other-certificate', whose)] };
    }
  }
  return uncertain;
}

function bitsOf({ modulus }: RsaKey): number {
  return modulus.toString(2).length;
}

function unopened({ signature }: Evidence, key: RsaKey | null): Searched {
  const shape = key === null ? null : shapeFault(signature, key.bytes);
  return {
    verdict: shape === null ? 'other-key' : 'no-signature',
    causes: [shape ?? causeOf('unknown-key')],
    signedText: null,
    digest: null,
    tried: 0,
  };
}

/** The first value of a header by lower-case name, as in the signing string. */
function messageOf({ method, target, headers }: Evidence): SignedMessage {
  const values = new Map<string, string>();
  for (const [name, value] of headers.toReversed()) values.set(name.toLowerCase(), value);
  return { method, target, header: (name) => values.get(name) };
}

/** Everything that a client may have done differently. Their number is bounded, whatever the request is. */
export function mistakesIn(right: Plan, evidence: Evidence): Mistake[] {
  const { headers, names, body, method, earlier, now } = evidence;
  const sent = headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  const spellings = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  const host = sent.find(({ name }) => name === 'host')?.value.trim() ?? null;
  return [
    ...mistakesInForm(right, (name) => spellings.get(name) ?? name),
    ...mistakesInTarget(right, method, host),
    ...(right.lines.length > MOST_LINES
      ? []
      : [...mistakesInLines(right, sent), ...mistakesInValues(right, earlier, now)]),
    ...mistakesInWhole(right, names, body),
  ];
}
