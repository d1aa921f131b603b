/** Headers that belong to the sending of a request, so that an import leaves them out. */
import { OPTIONAL } from '../xs2a/request-headers.ts';
import type { ForeignAuth, Pair } from './foreign.ts';

/** They are of one message: its signature, what is signed, and its ID. */
const SIGNING = new Set(['signature', 'digest', 'date', 'x-request-id', 'tpp-signature-certificate']);
/** They say whose session this is and where it returns to: the environment and the last SCA give them. */
const FILLED_IN = new Set(['psu-id', 'psu-corporate-id', 'tpp-redirect-uri', 'tpp-session-id']);
/** Headers of the connection, and those of a browser that say nothing about the call. */
const TRANSPORT = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'user-agent',
  'keep-alive',
  'te',
  'upgrade',
  'expect',
  'origin',
  'referer',
  'dnt',
  'pragma',
  'priority',
  'postman-token',
  'upgrade-insecure-requests',
]);

/**
 * The headers that the workbench would add to a message that lacks them, in lower case. A message that carries its own signature stays what it
 * is only without them.
 */
export function lackingOf(has: (name: string) => boolean, hasBody: boolean): string[] {
  const added = [...SIGNING, ...FILLED_IN, 'psu-ip-address'];
  return added.filter((name) => !has(name) && (hasBody || name !== 'digest'));
}

/** Whether the workbench writes this header for each message, so that no value of another message may stand in its place. */
export function isSigning(name: string): boolean {
  return SIGNING.has(name.trim().toLowerCase());
}

/**
 * Whether the workbench writes this header when the request does not. Someone who sent a value may have meant it; the
 * example of a document means nobody's session.
 */
export function isFilledIn(name: string): boolean {
  return isSigning(name) || FILLED_IN.has(name.trim().toLowerCase());
}

const ABOUT_PSU = new Set(OPTIONAL.map(({ name }) => name.toLowerCase()));

/** Whether a header tells of a PSU's own request to the TPP, or of content negotiation: the composer suggests it where it is wanted. */
export function isAboutPsu(name: string): boolean {
  return ABOUT_PSU.has(name.trim().toLowerCase());
}

/** Whether a header signs the message that it is in. */
export function isOwnSignature({ name, value, off = false }: Pair): boolean {
  return !off && name.trim().toLowerCase() === 'signature' && value.trim() !== '';
}

/** Whether this header is of the connection or of a browser. @param name in lower case */
export function isOfTransport(name: string): boolean {
  return TRANSPORT.has(name) || name.startsWith(':') || name.startsWith('sec-');
}

/** The name of the "key" of an authorization that is a header of which each message has its own value. Null for others. */
export function signingKeyOf(auth: ForeignAuth | null): string | null {
  return auth?.kind === 'key' && auth.in === 'header' && isSigning(auth.name) ? auth.name : null;
}
