/**
 * Names the cause of a wrong signature (SIG-14). The public key recovers the encoded message (RFC 8017, 8.2.2), which tells the scheme
 * and usually the hash. Each text that a client may have signed instead is compared with it (`search.ts`): a cause is named only if it
 * reproduces the signature exactly.
 */
import type { SignedMessage } from '../signing-string.ts';
import { type Cause, causeOf, describeCause, type RawCause } from './cause.ts';
import {
  type EncodedMessage,
  readEncodedMessage,
  recoverEncodedMessage,
  type RsaKey,
  rsaKeyOf,
} from './encoded-message.ts';
import { formHypotheses } from './form-hypotheses.ts';
import type { Hash } from './hash.ts';
import { lineHypotheses, wholeTextHypotheses } from './line-hypotheses.ts';
import {
  type Candidate,
  correctCandidate,
  type Hypothesis,
  type Limits,
  LIMITS,
  searchText,
} from './search.ts';
import { readingsOf, shapeFault } from './signature-bytes.ts';
import { targetHypotheses } from './target-hypotheses.ts';
import { valueHypotheses } from './value-hypotheses.ts';

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
  earlier: readonly SignedMessage[];
  /** Milliseconds since 1970. */
  now: number;
}

export interface Diagnosis {
  /**
   * `named`: the causes reproduce the signature. `other-text`: the key is right, but no text matches. `other-key`: it is not a
   * signature by a known key. `no-signature`: it cannot be one by any key of this size.
   */
  verdict: 'named' | 'other-text' | 'other-key' | 'no-signature';
  /** At least one, in the order in which the mistakes were made. */
  causes: readonly Cause[];
  /** The text that was signed, one char per byte; null if it is unknown. */
  signedText: string | null;
  /** The hash in the signature; null for another key, and for schemes that do not reveal it. */
  digest: { algorithm: string; hex: string } | null;
  /** Number of texts that were probed. */
  tried: number;
}

/** Signed lines up to which single lines are varied: their orders alone are as many as the square. The interface has ten headers. */
const MAX_VARIED_LINES = 24;
/** Maximum number of other certificates' keys to try. */
const MAX_OTHER_KEYS = 32;

interface Options {
  limits?: Limits;
  /** Masks secrets in a detail of the request, one char per byte, before it is shortened; null if there are none. */
  masked?: ((detail: string) => string) | null;
}

/** The cause of a wrong signature. @throws DerError for a public key that is not DER */
export function examine(
  evidence: Evidence,
  hash: Hash,
  { limits = LIMITS, masked = null }: Options = {},
): Diagnosis {
  const { causes, ...found } = diagnose(evidence, hash, limits);
  return { ...found, causes: causes.map((cause) => describeCause(cause, masked)) };
}

type RawDiagnosis = Omit<Diagnosis, 'causes'> & { causes: readonly RawCause[] };

function diagnose(evidence: Evidence, hash: Hash, limits: Limits): RawDiagnosis {
  const key = rsaKeyOf(evidence.publicKey);
  const opened = key === null ? null : open(evidence, key, hash);
  if (opened === null) return unopened(evidence, key);
  const { messages, causes } = opened;
  const correct = correctCandidate(evidence.names, messageOf(evidence));
  const hypotheses = hypothesesFor(correct, evidence);
  let tried = 0;
  for (const { matches, hashName, causes: ofScheme, digest } of messages) {
    if (matches === null) continue;
    const search = searchText(correct, hypotheses, { matches, hash, name: hashName }, limits);
    tried += search.tried;
    if (search.found === null) continue;
    const { causes: ofText, text: signedText } = search.found;
    return { verdict: 'named', causes: [...causes, ...ofScheme, ...ofText], signedText, digest, tried };
  }
  const [message] = messages;
  if (message === undefined || !message.certain) return unopened(evidence, key);
  const { digest } = message;
  const shown = digest === null ? 'hidden in the signature' : `${digest.algorithm} ${digest.hex}`;
  const all = [...causes, ...message.causes, causeOf('other-text', shown)];
  return { verdict: 'other-text', causes: all, signedText: null, digest, tried };
}

interface Opened {
  messages: readonly EncodedMessage[];
  /** How the bytes of the signature were written wrongly, or whose key it was. */
  causes: readonly RawCause[];
}

/** The encoded message by the request's own key, otherwise by a known one. */
function open({ signature, others }: Evidence, key: RsaKey, hash: Hash): Opened | null {
  let uncertain: Opened | null = null;
  for (const { bytes, causes } of readingsOf(signature, key.bytes)) {
    const messages = messagesIn(bytes, key, hash);
    if (messages[0]?.certain === true) return { messages: [messages[0]], causes };
    if (messages.length > 0) uncertain ??= { messages, causes };
  }
  for (const { whose, publicKey } of others.slice(0, MAX_OTHER_KEYS)) {
    const other = rsaKeyOf(publicKey);
    if (other === null || other.modulus === key.modulus) continue;
    for (const { bytes, causes } of readingsOf(signature, other.bytes)) {
      const [message] = messagesIn(bytes, other, hash);
      if (message?.certain === true)
        return { messages: [message], causes: [...causes, causeOf('other-certificate', whose)] };
    }
  }
  return uncertain;
}

function messagesIn(signature: string, key: RsaKey, hash: Hash): EncodedMessage[] {
  const message = recoverEncodedMessage(signature, key);
  return message === null ? [] : readEncodedMessage(message, key.modulus.toString(2).length, hash);
}

function unopened({ signature }: Evidence, key: RsaKey | null): RawDiagnosis {
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

/** Every mistake that the client may have made. Their number is bounded, whatever the request is. */
export function hypothesesFor(correct: Candidate, evidence: Evidence): Hypothesis[] {
  const { headers, names, body, method, earlier, now } = evidence;
  const sent = headers.map(([name, value]) => ({ name: name.toLowerCase(), value }));
  const spellings = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  const host = sent.find(({ name }) => name === 'host')?.value.trim() ?? null;
  return [
    ...formHypotheses(correct, (name) => spellings.get(name) ?? name),
    ...targetHypotheses(correct, method, host),
    ...(correct.lines.length > MAX_VARIED_LINES
      ? []
      : [...lineHypotheses(correct, sent), ...valueHypotheses(correct, earlier, now)]),
    ...wholeTextHypotheses(correct, names, body),
  ];
}
