/** The PSU's listener: HTTPS, or plain loopback HTTP for browsers that do not trust the simulator's CA (`--psu-http`). */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
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
import { answerBrokenRequests, BROWSER_HEADERS } from '../../shared/node/broken-requests.ts';
import { readBody } from '../../shared/node/read-body.ts';
import { answering, PATIENCE } from '../../shared/node/serving.ts';
import type { BankPki } from '../pki/bank-pki.ts';
import { BODY_TIME } from '../request-times.ts';
import { capacitiesOf, openSca, type ScaParts } from './decide.ts';
import { ownBankPage, signInPage } from './bank-pages.ts';
import { consentsOf, grantDirectly, recentPayments, revokeOwn } from './own-bank.ts';
import { deadEndPage } from './pages.ts';
import { answerForm, firstPage, type ScaStep } from './sca-forms.ts';

const MAX_FORM = 64 * 1024;
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

/** @param log receives internal errors */
export function psuServer(
  parts: ScaParts,
  pki: BankPki,
  plainHttp: boolean,
  log: (message: string) => void,
): Server {
  const scheme = plainHttp ? 'http' : 'https';
  const listener = answering(
    (request, response) => serve(request, response, scheme, parts),
    (error) => log(`Internal error on a PSU page: ${String(error)}`),
  );
  const limits = { ...PATIENCE, ...BROWSER_HEADERS };
  const server = plainHttp
    ? createHttpServer(limits, listener)
    : createHttpsServer({ ...limits, key: pki.tls.key, cert: pki.tls.cert, minVersion: 'TLSv1.2' }, listener);
  answerBrokenRequests(server, { type: 'text/html;charset=utf-8', body: deadEndPage('cookies') });
  return server;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  scheme: 'http' | 'https',
  parts: ScaParts,
): Promise<void> {
  const host = ownHost(request);
  // A page on another site must not decide for the PSU. It may link to the pages, as every TPP does.
  if (host === null || (request.method === 'POST' && foreignPage(request, scheme, host) !== null))
    return send(response, 403, deadEndPage('foreign'));
  // A service worker of another program would read the page, and could approve in the PSU's place.
  if (!opensPage(request)) return send(response, 403, deadEndPage('worker'));
  const target = readTarget(request);
  if (target === null) return send(response, 400, deadEndPage('elsewhere'));
  const { path } = target;
  if (!METHODS.includes(request.method ?? '')) {
    response.setHeader('Allow', METHODS.join(', '));
    return send(response, 405, deadEndPage('elsewhere'));
  }
  parts.catchUp();
  if (path === '/bank' || path.startsWith('/bank/')) return serveOwnBank(request, response, target, parts);
  const id = decodeScaId(path);
  if (id === null) return send(response, 404, deadEndPage('elsewhere'));
  const open = openSca(id, parts);
  if ('kind' in open) return sendDeadEnd(response, open.kind);
  const { redirectUri } = open.sca;
  if (request.method !== 'POST') return send(response, 200, firstPage(open.sca, parts), redirectUri);
  const form = await readForm(request);
  if (form === null) return send(response, 413, deadEndPage('elsewhere'));
  return sendStep(response, answerForm(open.sca, form, parts), redirectUri);
}

/** The PSU's own bank: the national ID entered determines what it shows; there is no password (SCA-11). */
async function serveOwnBank(
  request: IncomingMessage,
  response: ServerResponse,
  { path, query }: Target,
  parts: ScaParts,
): Promise<void> {
  const { customers, access } = parts;
  const form = request.method === 'POST' ? await readForm(request) : query;
  if (form === null) return send(response, 413, deadEndPage('elsewhere'));
  const entered = form.get('nationalId')?.replaceAll(' ', '') ?? null;
  const customer = entered === null ? null : customers.byNumber(entered);
  if (customer === null) {
    const people = customers.all();
    const wrong = entered === null ? null : `No customer of the practice bank has the number ${entered}.`;
    return send(
      response,
      wrong === null ? 200 : 400,
      signInPage(people, entered ?? people[0]?.number ?? '', wrong),
    );
  }
  const message = request.method === 'POST' ? actAtBank(path, form, customer, parts) : null;
  const capacities = capacitiesOf(customer, customers);
  const body = ownBankPage({
    customer,
    capacities,
    consents: consentsOf(customer, parts),
    payments: recentPayments(capacities, parts),
    tpps: access.tpps(),
    message,
  });
  return send(response, message?.wrong ? 400 : 200, body);
}

function actAtBank(
  path: string,
  form: URLSearchParams,
  customer: Customer,
  parts: ScaParts,
): { text: string; wrong: boolean } {
  if (path === '/bank/revoke') {
    const done = revokeOwn(customer, form.get('consent') ?? '', parts);
    return done
      ? { text: 'Revoked. The TPP is not notified; its next request is refused.', wrong: false }
      : { text: 'This consent does not exist or cannot be revoked.', wrong: true };
  }
  if (path === '/bank/grant') {
    const granted = grantDirectly(
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
      : { text: 'Shared. The TPP is not notified.', wrong: false };
  }
  return { text: 'The bank has no page at this address.', wrong: true };
}

function decodeScaId(path: string): string | null {
  const segment = /^\/sca\/([^/]+)$/.exec(path)?.[1];
  return segment === undefined ? null : decodePiece(segment);
}

function sendStep(response: ServerResponse, step: ScaStep, redirectUri: string): void {
  switch (step.kind) {
    case 'finished':
      response
        .writeHead(302, {
          Location: step.redirectUri,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        })
        .end();
      return;
    case 'page':
      return send(response, step.status, step.page, redirectUri);
    default:
      return sendDeadEnd(response, step.kind);
  }
}

function sendDeadEnd(response: ServerResponse, kind: 'unknown' | 'used' | 'expired'): void {
  return send(response, kind === 'unknown' ? 404 : 410, deadEndPage(kind));
}

function send(response: ServerResponse, status: number, page: string, redirectUri?: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html;charset=utf-8',
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    // With no-referrer, browsers would send our own forms with the Origin null.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${formTarget(redirectUri)}`,
  });
  response.end(page);
}

/**
 * Browsers also apply form-action to the redirect after a form, so the TPP's address must be allowed. Some characters of a
 * host or scheme mean something else in a policy (`;`, `,`, `*`, `'`), so only plain ones are put into it.
 */
function formTarget(redirectUri?: string): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return '';
  const { protocol, origin } = new URL(redirectUri);
  const source = protocol === 'http:' || protocol === 'https:' ? origin : protocol;
  return /^[\w.+-]+:(?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?)?$/i.test(source) ? ` ${source}` : '';
}

/** Null for a form that is too large or did not arrive in time. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const read = await readBody(request, { bytes: MAX_FORM, time: BODY_TIME });
  return read.ok ? new URLSearchParams(read.bytes.toString('utf8')) : null;
}
