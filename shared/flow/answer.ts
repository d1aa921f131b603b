/** Extracts ids and the essential word from responses and paths of the bank's API, for the event log. */
import type { About, Subject } from './event.ts';
import { ownValue } from '../own-value.ts';
import { MAX_EVENT_ID_CHARS, MAX_EVENT_TEXT_CHARS } from '../limits.ts';

/** Subjects of ids by the segment before them. */
const SUBJECT_AFTER: Readonly<Record<string, Subject>> = {
  'signing-baskets': 'basket',
  authorisations: 'authorisation',
  'cancellation-authorisations': 'authorisation',
  accounts: 'account',
  'card-accounts': 'account',
  agreements: 'agreement',
};

/** Failed states of payments, baskets, consents and SCAs. */
export const BAD_STATES: ReadonlySet<string> = new Set(['RJCT', 'STOP', 'failed', 'rejected']);

/** Before a product and an id. */
const PAYMENT_KINDS = new Set(['payments', 'bulk-payments', 'periodic-payments']);

/** The ids in a path of the API. @param target path with or without query, as sent */
export function aboutTarget(whole: string): About[] {
  const target = eventText(whole);
  const mark = target.indexOf('?');
  const segments = (mark < 0 ? target : target.slice(0, mark)).split('/', 12);
  const about: About[] = [];
  for (let at = 0; at < segments.length; at++) {
    const name = segments[at] ?? '';
    const isPayment = PAYMENT_KINDS.has(name);
    const subject = isPayment ? 'payment' : ownValue(SUBJECT_AFTER, name);
    if (subject === undefined) continue;
    const id = decoded(segments[isPayment ? at + 2 : at + 1] ?? '');
    if (!isId(id)) continue;
    about.push({ subject, id });
    at += isPayment ? 2 : 1;
  }
  return about;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_EVENT_ID_CHARS;

/** The essence of a body. */
interface Gist {
  about: About[];
  /** A transactionStatus, `scaRedirect` or an scaStatus. */
  word: string | null;
  scaRedirect: string | null;
}

/** @param body parsed JSON, from any bank */
export function gistOf(body: unknown): Gist {
  if (!isRecord(body)) return { about: [], word: null, scaRedirect: null };
  const { paymentId, basketId, authorisationId, transactionStatus, scaStatus, _links } = body;
  const about: About[] = [];
  if (isId(paymentId)) about.push({ subject: 'payment', id: paymentId });
  if (isId(basketId)) about.push({ subject: 'basket', id: basketId });
  if (isId(authorisationId)) about.push({ subject: 'authorisation', id: authorisationId });
  const link = isRecord(_links) ? _links['scaRedirect'] : null;
  const scaRedirect = isRecord(link) && typeof link['href'] === 'string' ? link['href'] : null;
  if (scaRedirect !== null) about.push(...aboutPage(scaRedirect));
  const word = scaRedirect !== null ? 'scaRedirect' : isId(transactionStatus) ? transactionStatus : scaStatus;
  return { about, word: isId(word) ? word : null, scaRedirect };
}

/** The SCA of a page of the bank: the last segment of its address. */
export function aboutPage(href: string): About[] {
  const id = /\/sca\/([^/?#]+)/.exec(eventText(href))?.[1];
  return id !== undefined && isId(id) ? [{ subject: 'authorisation', id: decoded(id) }] : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A truncated text of an event. Mask it before, because a truncated secret is not recognised. */
export function eventText(text: string): string {
  return text.length > MAX_EVENT_TEXT_CHARS ? copied(`${text.slice(0, MAX_EVENT_TEXT_CHARS)}…`) : text;
}

/** A slice would keep the whole text in memory. */
function copied(text: string): string {
  return String(JSON.parse(JSON.stringify(text)));
}
