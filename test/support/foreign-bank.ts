/** A bank that is no simulator: its own pages, no control listener, and a consent without which it has no accounts. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTlsServer, type TlsServer } from './tls-server.ts';

export const FOREIGN_PSU = '13839319910';

interface Asked {
  sessionId: string;
  redirectUri: string;
}

export interface ForeignBank extends TlsServer {
  /** Method and path of each request. */
  seen: string[];
  /** Session of which the bank knows that this PSU has approved. */
  approved: Map<string, string>;
}

/** @param pageOrigin where its scaRedirects lead, if not to itself */
export async function startForeignBank(pageOrigin?: string): Promise<ForeignBank> {
  const asked = new Map<string, Asked>();
  const approved = new Map<string, string>();
  const seen: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', server.baseUrl);
    const header = (name: string) => String(request.headers[name] ?? '');
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const page = (body: string) =>
      response
        .setHeader('Content-Type', 'text/html; charset=utf-8')
        .end(`<!doctype html><html lang="en"><title>Log in</title><form method="post">${body}</form></html>`);
    seen.push(`${request.method} ${pathname}`);
    const id = searchParams.get('id') ?? '';
    const sca = asked.get(id);
    if (pathname === '/v1/bank-offered-consents') {
      const own = randomUUID();
      asked.set(own, { sessionId: header('tpp-session-id'), redirectUri: header('tpp-redirect-uri') });
      json(201, { _links: { scaRedirect: { href: `${pageOrigin ?? server.baseUrl}/log-in?id=${own}` } } });
    } else if (pathname === '/v1/accounts') {
      if (approved.get(header('tpp-session-id')) === header('psu-id'))
        json(200, { accounts: [{ bban: '12345678903' }] });
      else json(401, { tppMessages: [{ category: 'ERROR', code: 'CONSENT_INVALID', text: 'No consent.' }] });
    } else if (pathname !== '/log-in' || sca === undefined) {
      json(404, {});
    } else if (request.method === 'GET') {
      page('<label>National identity number <input name="psu"></label><button>Continue</button>');
    } else {
      const form = new URLSearchParams(await text(request));
      const psu = form.get('psu') ?? '';
      const decision = form.get('decision');
      if (decision === null) {
        page(
          `<input type="hidden" name="psu" value="${psu.replaceAll(/\D/g, '')}"><button name="decision" value="approve">Approve</button><button name="decision" value="abort">Cancel</button>`,
        );
        return;
      }
      if (decision === 'approve') approved.set(sca.sessionId, psu);
      const back = new URL(sca.redirectUri);
      back.search = new URLSearchParams(
        decision === 'approve'
          ? { 'psu-id': psu, context: 'PRIVATE', 'tpp-session-id': sca.sessionId }
          : { status: '400', code: 'SCA_ABORTED', message: 'The PSU has cancelled.' },
      ).toString();
      response.writeHead(302, { Location: back.href }).end();
    }
  };
  const server: TlsServer = await startTlsServer('A foreign bank', (request, response) => {
    void answer(request, response);
  });
  return { ...server, seen, approved };
}
