/** The listener of the PSU's pages: HTTPS, or plain loopback HTTP for browsers that do not trust the bank's CA (`--psu-http`). */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { aboutPage, eventText } from '../../shared/flow/answer.ts';
import type { About } from '../../shared/flow/event.ts';
import type { Customer } from '../domain/model.ts';
import {
  CLEAR_STORAGE,
  decodePiece,
  foreignPage,
  opensPage,
  ownHost,
  readTarget,
  type Target,
} from '../../shared/node/local-request.ts';
import { answerBrokenRequests, BROWSER_HEADERS, answering } from '../../shared/node/local-response.ts';
import { readBody } from '../../shared/node/bounded-http.ts';
import type { Fact } from '../journal.ts';
import type { BankPki } from '../pki.ts';
import { capacitiesOf } from './capacity.ts';
import { openSca, type ScaParts } from './decide.ts';
import { ownBankPage, signInPage } from './own-bank-pages.ts';
import { consentsOf, grantInForm, recentPayments, revokeOwn } from './own-bank.ts';
import { deadEndPage, type Look, numberIn, peopleOf, type PsuPage } from './pages.ts';
import { answerForm, firstPage, type ScaStep } from './sca-forms.ts';
import { EN, type Fault, type Words } from './words.ts';
import { NB } from './words-nb.ts';
import type { Quirks } from '../quirks.ts';
import type { Brand } from '../../shared/node/brand.ts';
import { ownValue } from '../../shared/own-value.ts';
import { LISTENER_TIMEOUTS_MS, MAX_FORM_BYTES, REQUEST_BODY_MS } from '../../shared/limits.ts';

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

export interface PsuServerOptions {
  pki: BankPki;
  /** Host names and addresses besides those of loopback, in lower case. */
  names: readonly string[];
  plainHttp: boolean;
  brand: Brand;
  quirks: Readonly<Quirks>;
  /** Receives internal errors. */
  log: (message: string) => void;
}

export function psuServer(sca: ScaParts, options: PsuServerOptions): Server {
  const { pki, names, plainHttp, brand, quirks, log } = options;
  const origin: OwnOrigin = { scheme: plainHttp ? 'http' : 'https', names };
  const listener = answering(
    (request, response) => {
      const look = { words: wordsFor(request.headers['accept-language'] ?? ''), brand };
      return serve(request, response, origin, { ...sca, look, quirks });
    },
    (error) => log(`Internal error on a PSU page: ${String(error)}`),
  );
  const limits = { ...LISTENER_TIMEOUTS_MS, ...BROWSER_HEADERS };
  const server = plainHttp
    ? createHttpServer(limits, listener)
    : createHttpsServer({ ...limits, key: pki.tls.key, cert: pki.tls.cert, minVersion: 'TLSv1.2' }, listener);
  answerBrokenRequests(server, {
    type: 'text/html;charset=utf-8',
    body: deadEndPage({ words: EN, brand }, 'cookies').html,
  });
  return server;
}

/** Norwegian if the browser prefers it to English. @param accepted Accept-Language */
function wordsFor(accepted: string): Words {
  const weight = (languages: RegExp) =>
    Math.max(
      0,
      ...accepted.split(',').flatMap((range) => {
        const [language = '', q = ''] = range.split(';');
        return languages.test(language.trim()) ? [Number(/q=([\d.]+)/.exec(q)?.[1] ?? 1)] : [];
      }),
    );
  return weight(/^(?:nb|no|nn)\b/i) > weight(/^en\b/i) ? NB : EN;
}

/** What the pages are made of, for one request. */
interface PageParts extends ScaParts {
  look: Look;
  quirks: Readonly<Quirks>;
}

interface OwnOrigin {
  scheme: 'http' | 'https';
  names: readonly string[];
}

/** A page, or the redirect to the TPP. */
type Sent = { status: number; page: PsuPage; redirectUri?: string } | { status: 302; location: string };

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  origin: OwnOrigin,
  parts: PageParts,
): Promise<void> {
  const { look, quirks } = parts;
  const refused = refusalOf(request, origin, look);
  // Not journaled, because pages of another site could fill the journal.
  if (refused !== null) return send(response, refused);
  const target = readTarget(request);
  const { method = '' } = request;
  if (target === null || !METHODS.includes(method)) {
    const wrong = { status: target === null ? 400 : 405, page: deadEndPage(look, 'elsewhere') };
    if (target !== null) response.setHeader('Allow', METHODS.join(', '));
    return send(
      response,
      journaled(request, [], parts, () => wrong),
    );
  }
  parts.catchUp();
  if (target.path === '/bank' || target.path.startsWith('/bank/'))
    return serveOwnBank(request, response, target, parts);
  const id = decodeScaId(target.path);
  const open = id === null ? null : openSca(id, parts);
  const isForm = method === 'POST' && open !== null && !('kind' in open);
  const form = isForm ? await readForm(request) : null;
  return send(
    response,
    journaled(request, aboutPage(target.path), parts, (title) => {
      if (id === null) return { status: 404, page: deadEndPage(look, 'elsewhere') };
      // Checked again, because the form has taken a while to arrive.
      const now = isForm ? openSca(id, parts) : open;
      if (now === null || 'kind' in now) return deadEnd(look, now?.kind ?? 'unknown');
      const { sca } = now;
      const { redirectUri } = sca;
      if (method !== 'POST') {
        title(TITLES.open);
        return { status: 200, page: firstPage(look, sca, parts), redirectUri };
      }
      if (form === null) return { status: 413, page: deadEndPage(look, 'elsewhere') };
      title(ownValue(TITLES, form.get('step') ?? '') ?? TITLES.form);
      return sentAfter(look, answerForm(look, sca, form, parts, quirks.secondFactor), redirectUri);
    }),
  );
}

/** Titles of the forms of an SCA, by step. */
const TITLES: Readonly<Record<string, string>> & { open: string; form: string } = {
  open: 'Opens the page of the SCA',
  form: 'Says who they are',
  confirm: 'Confirms in the app',
  approve: 'Approves',
  abort: 'Aborts',
};

/** Refuses requests of other sites and programs; null if allowed. */
function refusalOf(request: IncomingMessage, { scheme, names }: OwnOrigin, look: Look): Sent | null {
  const host = ownHost(request, names);
  // A page on another site must not decide for the PSU. It may link to the pages, as TPPs do.
  if (host === null || (request.method === 'POST' && foreignPage(request, scheme, host) !== null))
    return { status: 403, page: deadEndPage(look, 'foreign') };
  // A service worker of another program would read the page, and could approve in the PSU's place.
  return opensPage(request) ? null : { status: 403, page: deadEndPage(look, 'worker') };
}

/** Records a request of the PSU's browser and its response in the journal. */
function journaled(
  request: IncomingMessage,
  about: About[],
  { journal }: ScaParts,
  answer: (title: (text: string) => void) => Sent,
): Sent {
  const { method = '', url = '' } = request;
  // Requested by browsers, not by the PSU.
  if (url === '/favicon.ico') return answer(() => undefined);
  let title = 'Opens a page';
  return journal.enclose(
    () => ({
      kind: 'request',
      from: 'psu',
      tpp: null,
      method,
      target: eventText(url),
      title,
      signed: false,
      exchange: null,
      about,
    }),
    (happening) => {
      const sent = answer((text) => (title = text));
      journal.during(happening, () => journal.add(answerFact(sent, about)));
      return sent;
    },
  );
}

function answerFact(sent: Sent, about: About[]): Fact {
  const isRedirect = 'location' in sent;
  return {
    kind: 'response',
    to: 'psu',
    status: sent.status,
    failure: null,
    word: isRedirect ? null : sent.page.title,
    signed: false,
    rule: null,
    code: null,
    reason: null,
    location: isRedirect ? eventText(sent.location) : null,
    duration: 0,
    exchange: null,
    about,
  };
}

/** The PSU's own bank, by national ID without a password (SCA-11). */
async function serveOwnBank(
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: Target,
  parts: PageParts,
): Promise<void> {
  const form = request.method === 'POST' ? await readForm(request) : query;
  const isAct = request.method === 'POST';
  const { look } = parts;
  return send(
    response,
    journaled(request, [], parts, (title) => {
      title(isAct ? (ownValue(OWN_BANK, path) ?? OWN_BANK['']) : OWN_BANK['']);
      return form === null
        ? { status: 413, page: deadEndPage(look, 'elsewhere') }
        : ownBank(isAct ? path : null, form, parts);
    }),
  );
}

/** Titles of requests to the own bank, by path. */
const OWN_BANK: Readonly<Record<string, string>> & { '': string } = {
  '': 'Visits their bank',
  '/bank/revoke': 'Revokes a consent at their bank',
  '/bank/grant': 'Grants a consent at their bank',
};

/** @param act path of an action; null for a view */
function ownBank(act: string | null, form: URLSearchParams, parts: PageParts): Sent {
  const { customers, access, clock, look } = parts;
  const entered = numberIn(form);
  const customer = entered === null ? null : customers.byNumber(entered);
  if (customer === null) {
    const wrong = entered === null ? null : ({ unknownNumber }: Words) => unknownNumber(entered);
    return { status: wrong === null ? 200 : 400, page: signInPage(look, peopleOf(customers), wrong) };
  }
  const message = act === null ? null : actAtBank(act, form, customer, parts);
  const capacities = capacitiesOf(customer, customers);
  const page = ownBankPage(look, {
    customer,
    capacities,
    consents: consentsOf(customer, newerIn(form), parts),
    payments: recentPayments(capacities, parts),
    tpps: access.tpps(),
    message,
    now: clock.now(),
  });
  return { status: message?.wrong ? 400 : 200, page };
}

/** How many consents to skip. */
function newerIn(form: URLSearchParams): number {
  const given = form.get('newer') ?? '';
  return /^\d{1,9}$/.test(given) ? Number(given) : 0;
}

function actAtBank(
  path: string,
  form: URLSearchParams,
  customer: Customer,
  parts: ScaParts,
): { text: Fault; wrong: boolean } {
  if (path === '/bank/revoke') {
    const done = revokeOwn(customer, form.get('consent') ?? '', parts);
    return done
      ? { text: ({ own }) => own.revoked, wrong: false }
      : { text: ({ own }) => own.notRevoked, wrong: true };
  }
  if (path === '/bank/grant') {
    const granted = grantInForm(
      {
        nationalId: customer.number,
        tpp: form.get('tpp') ?? '',
        agreementId: null,
        accounts: form.getAll('shared'),
      },
      parts,
    );
    return 'wrong' in granted
      ? { text: granted.wrong, wrong: true }
      : { text: ({ own }) => own.granted, wrong: false };
  }
  return { text: ({ deadEnds }) => deadEnds.elsewhere, wrong: true };
}

function decodeScaId(path: string): string | null {
  const segment = /^\/sca\/([^/]+)$/.exec(path)?.[1];
  return segment === undefined ? null : decodePiece(segment);
}

function sentAfter(look: Look, step: ScaStep, redirectUri: string): Sent {
  switch (step.kind) {
    case 'finished':
      return { status: 302, location: step.redirectUri };
    case 'page':
      return { status: step.status, page: step.page, redirectUri };
    default:
      return deadEnd(look, step.kind);
  }
}

function deadEnd(look: Look, kind: 'unknown' | 'used' | 'expired'): Sent {
  return { status: kind === 'unknown' ? 404 : 410, page: deadEndPage(look, kind) };
}

function send(response: ServerResponse, sent: Sent): void {
  if ('location' in sent) {
    response
      .writeHead(302, {
        Location: sent.location,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      .end();
    return;
  }
  response.writeHead(sent.status, {
    'Content-Type': 'text/html;charset=utf-8',
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    // With no-referrer, browsers would send our own forms with the Origin null.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${formTarget(sent.redirectUri)}`,
  });
  response.end(sent.page.html);
}

/**
 * Browsers also apply form-action to the redirect after a form, so the TPP's address must be allowed. Not one with characters
 * that have a meaning in a policy (`;`, `,`, `*`, `'`).
 */
function formTarget(redirectUri?: string): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return '';
  const { protocol, origin } = new URL(redirectUri);
  const source = protocol === 'http:' || protocol === 'https:' ? origin : protocol;
  return /^[\w.+-]+:(?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)?$/i.test(source) ? ` ${source}` : '';
}

/** Null for a form that is too large or too slow. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const read = await readBody(request, { bytes: MAX_FORM_BYTES, time: REQUEST_BODY_MS });
  return read.ok ? new URLSearchParams(read.bytes.toString('utf8')) : null;
}
