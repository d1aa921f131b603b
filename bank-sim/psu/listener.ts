/** The PSU's listener: HTTPS, or plain loopback HTTP for browsers that do not trust the simulator's CA (`--psu-http`). */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Customer } from '../domain/model.ts';
import type { Sca } from '../domain/sca.ts';
import { readBody } from '../../shared/node/read-body.ts';
import type { BankPki } from '../pki/bank-pki.ts';
import { BODY_TIME, REQUEST_TIMES } from '../request-times.ts';
import {
  canActOn,
  capacitiesOf,
  chosenCapacity,
  decide,
  type Decided,
  openSca,
  paymentsOf,
  type ScaParts,
} from './decide.ts';
import { ownBankPage, signInPage } from './bank-pages.ts';
import { consentsOf, grantDirectly, listed, recentPayments, revokeOwn } from './own-bank.ts';
import { deadEndPage, identifyPage, questionPage } from './pages.ts';

const MAX_FORM = 64 * 1024;

/** @param log receives internal errors */
export function psuServer(
  parts: ScaParts,
  pki: BankPki,
  plainHttp: boolean,
  log: (message: string) => void,
): Server {
  const listener: RequestListener = (request, response) => {
    serve(request, response, parts).catch((error: unknown) => {
      log(`Internal error on a PSU page: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
  return plainHttp
    ? createHttpServer(REQUEST_TIMES, listener)
    : createHttpsServer(
        { ...REQUEST_TIMES, key: pki.tls.key, cert: pki.tls.cert, minVersion: 'TLSv1.2' },
        listener,
      );
}

async function serve(request: IncomingMessage, response: ServerResponse, parts: ScaParts): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  parts.catchUp();
  // A form on another site must not decide for the PSU.
  if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site')
    return send(response, 403, deadEndPage('elsewhere'));
  if (path === '/bank' || path.startsWith('/bank/')) return serveOwnBank(request, response, path, parts);
  const id = decodeScaId(path);
  if (id === null) return send(response, 404, deadEndPage('elsewhere'));
  const open = openSca(id, parts);
  if ('kind' in open) return sendDeadEnd(response, open.kind);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const people = parts.customers.all();
    return send(
      response,
      200,
      identifyPage(open.sca, people, people[0]?.number ?? '', null),
      open.sca.redirectUri,
    );
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'GET, POST');
    return send(response, 405, deadEndPage('elsewhere'));
  }
  const form = await readForm(request);
  if (form === null) return send(response, 413, deadEndPage('elsewhere'));
  return answerForm(response, open.sca, form, parts);
}

/** The PSU's own bank: the national ID entered determines what it shows; there is no password (SCA-11). */
async function serveOwnBank(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  parts: ScaParts,
): Promise<void> {
  const { customers, access } = parts;
  const form =
    request.method === 'POST'
      ? await readForm(request)
      : new URL(request.url ?? '/', 'http://localhost').searchParams;
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
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function answerForm(response: ServerResponse, sca: Sca, form: URLSearchParams, parts: ScaParts): void {
  const nationalId = (form.get('nationalId') ?? '').replaceAll(' ', '');
  const step = form.get('step');
  if (step === 'abort') {
    const decided = decide(
      sca.id,
      { nationalId, context: 'PRIVATE', agreementId: null, accounts: 'all', decision: 'abort' },
      parts,
    );
    return sendDecided(response, decided, () => '');
  }
  const customer = parts.customers.byNumber(nationalId);
  if (customer === null) {
    const text =
      nationalId === ''
        ? 'Enter a national identity number of 11 digits.'
        : `No customer of the practice bank has the number ${nationalId}. Choose one of the numbers below.`;
    return send(response, 400, identifyPage(sca, parts.customers.all(), nationalId, text), sca.redirectUri);
  }
  const capacities = capacitiesOf(customer, parts.customers);
  const ask = (wrong: string | null) =>
    questionPage({
      sca,
      customer,
      capacities,
      first:
        chosenCapacity(capacities, sca) ??
        capacities.find((capacity) => canActOn(capacity, sca, parts)) ??
        capacities[0],
      payments: listed(paymentsOf(sca, parts), parts),
      wrong,
    });
  if (step !== 'approve') return send(response, 200, ask(null), sca.redirectUri);
  const capacity = form.get('capacity') ?? 'PRIVATE';
  const decided = decide(
    sca.id,
    {
      nationalId,
      context: capacity === 'PRIVATE' ? 'PRIVATE' : 'CORPORATE',
      agreementId: capacity === 'PRIVATE' ? null : capacity,
      accounts: form.getAll(`account/${capacity}`),
      decision: 'approve',
    },
    parts,
  );
  return sendDecided(response, decided, ask, sca.redirectUri);
}

function sendDecided(
  response: ServerResponse,
  decided: Decided,
  again: (text: string) => string,
  redirectUri?: string,
): void {
  switch (decided.kind) {
    case 'finished':
      response
        .writeHead(302, {
          Location: decided.redirectUri,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
        })
        .end();
      return;
    case 'wrong':
      return send(response, 400, again(decided.text), redirectUri);
    default:
      return sendDeadEnd(response, decided.kind);
  }
}

function sendDeadEnd(response: ServerResponse, kind: 'unknown' | 'used' | 'expired'): void {
  return send(response, kind === 'unknown' ? 404 : 410, deadEndPage(kind));
}

function send(response: ServerResponse, status: number, page: string, redirectUri?: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/html;charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'${formTarget(redirectUri)}`,
  });
  response.end(page);
}

/** Browsers also apply form-action to the redirect after a form, so the TPP's address must be allowed. */
function formTarget(redirectUri?: string): string {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return '';
  const { protocol, origin } = new URL(redirectUri);
  return ` ${protocol === 'http:' || protocol === 'https:' ? origin : protocol}`;
}

/** Null for a form that is too large or did not arrive in time. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const read = await readBody(request, { bytes: MAX_FORM, time: BODY_TIME });
  return read.ok ? new URLSearchParams(read.bytes.toString('utf8')) : null;
}
