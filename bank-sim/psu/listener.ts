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
import { readBody } from '../../shared/node/read-body.ts';
import type { BankPki } from '../pki/bank-pki.ts';
import { BODY_TIME, REQUEST_TIMES } from '../request-times.ts';
import { capacitiesOf, openSca, type ScaParts } from './decide.ts';
import { ownBankPage, signInPage } from './bank-pages.ts';
import { consentsOf, grantDirectly, recentPayments, revokeOwn } from './own-bank.ts';
import { deadEndPage } from './pages.ts';
import { answerForm, firstPage, type ScaStep } from './sca-forms.ts';

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
  const { redirectUri } = open.sca;
  if (request.method === 'GET' || request.method === 'HEAD')
    return send(response, 200, firstPage(open.sca, parts), redirectUri);
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'GET, POST');
    return send(response, 405, deadEndPage('elsewhere'));
  }
  const form = await readForm(request);
  if (form === null) return send(response, 413, deadEndPage('elsewhere'));
  return sendStep(response, answerForm(open.sca, form, parts), redirectUri);
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
