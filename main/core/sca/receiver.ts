/** The redirect receiver: a loopback address that the PSU returns to after SCA (SCA-1, SCA-2). */
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerBrokenRequests, BROWSER_HEADERS, answering } from '../../../shared/node/local-response.ts';
import { Listener, openAll } from '../../../shared/node/http-server.ts';
import { CLEAR_STORAGE, opensPage, ownHost, readTarget } from '../../../shared/node/local-request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { LISTENER_TIMEOUTS_MS } from '../../../shared/limits.ts';
import type { Brand } from '../../../shared/node/brand.ts';
import type { Callback } from '../../../shared/contract/status.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { HostPort } from '../host-port.ts';
import { META, type Meta } from '../store/meta.ts';
import { readCallback } from './callback.ts';
import { plainPage, returnPage } from './return-page.ts';

const t = texts.core.receiver;

const PATH = '/sca/return';
/** Base64url characters, 6 bits each. */
const SECRET_CHARS = 16;
const METHODS: readonly string[] = ['GET', 'HEAD'];

export interface Receiver {
  redirectUri: (environmentId: string) => string;
  port: number;
  stop: () => Promise<void>;
}

interface ReturnParts {
  meta: Meta;
  environments: Environments;
  psuView: HostPort['psuView'];
  /** @returns whether a run consumed this return */
  awaited: (environmentId: string, query: URLSearchParams) => boolean;
  /** Bank time of an environment, in milliseconds. */
  timeAt: (environment: Pick<Environment, 'kind'>) => number;
  flow: Pick<FlowRecord, 'catchUp' | 'returned'>;
  emit: Emit;
  /** Of the TPP. */
  brand: Brand;
  log: (line: string) => void;
}

/** Starts the redirect receiver, at its previous port if possible. The environment stores the result of each SCA. */
export async function receiveReturns(parts: ReturnParts): Promise<Receiver> {
  const { meta, environments, psuView, awaited, timeAt, flow, emit, brand, log } = parts;
  const secret = meta.read(META.receiverSecret) ?? randomBytes(12).toString('base64url');
  meta.write(META.receiverSecret, secret);
  // Only the banks of an environment have its path. A failed SCA names no session; otherwise any web page, or the bank of another
  // environment, could end an SCA in progress.
  const pathOf = (id: string) =>
    `${PATH}/${createHmac('sha256', secret).update(id).digest('base64url').slice(0, SECRET_CHARS)}`;
  const environmentAt = (path: string) =>
    path.startsWith(PATH) ? (environments.list().find(({ id }) => pathOf(id) === path)?.id ?? null) : null;
  // Another environment may be in use by now: the return is about the one that started the SCA.
  const received = async (id: string, query: URLSearchParams, target: string): Promise<Callback> => {
    // A run has its own session.
    if (awaited(id, query)) return readCallback(query, () => true, Date.now()).callback;
    const environment = environments.read(id);
    await flow.catchUp(environment.name);
    const { sessions } = environments;
    const waits = (one: string) => one === environment.sessionId || sessions.waits(id, one);
    const read = readCallback(query, waits, Date.now());
    const bank = { environment: environment.name, isLocal: environment.kind === 'local' };
    const page = flow.returned(target, read.callback.outcome, bank);
    if (read.psu) environments.keepPsu(id, read.psu, read.sessionId, timeAt(environment));
    else sessions.failed(id, timeAt(environment));
    const window = psuView?.closeReturned() ?? null;
    const inUse = environments.current().id === id;
    emit('sca.returned', { ...read.callback, environment: id, inUse, window, page });
    emit('environments.changed', {});
    emit('status.changed', {});
    return read.callback;
  };
  const server = createServer(
    { ...LISTENER_TIMEOUTS_MS, ...BROWSER_HEADERS },
    answering(
      (request, response) => answer(request, response, { environmentAt, received, brand }),
      (error) => log(t.internal(String(error))),
    ),
  );
  answerBrokenRequests(server, {
    type: 'text/html;charset=utf-8',
    body: plainPage(brand, t.nothingHere, texts.core.server.tooManyCookies),
  });
  const listener = new Listener(server, null);
  await openAll([[listener, meta.read(META.receiverPort)]], true);
  const { port } = listener;
  try {
    meta.write(META.receiverPort, port);
  } catch (error) {
    await listener.close();
    throw error;
  }
  return { redirectUri: (id) => `http://127.0.0.1:${port}${pathOf(id)}`, port, stop: () => listener.close() };
}

interface AnswerParts {
  environmentAt: (path: string) => string | null;
  /** Called for every redirect, with path and query as sent. */
  received: (environmentId: string, query: URLSearchParams, target: string) => Promise<Callback>;
  brand: Brand;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { environmentAt, received, brand }: AnswerParts,
): Promise<void> {
  const target = readTarget(request);
  const asked = ownHost(request) !== null && opensPage(request) ? target : null;
  const environment = asked && environmentAt(asked.path);
  const { method = '' } = request;
  if (!METHODS.includes(method)) {
    response.writeHead(405, { Allow: METHODS.join(', '), Connection: 'close' }).end();
    return;
  }
  response.writeHead(environment === null ? 404 : 200, {
    'Content-Type': 'text/html;charset=utf-8',
    ...CLEAR_STORAGE,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  if (asked === null || environment === null) {
    response.end(plainPage(brand, t.nothingHere, t.onlyABank));
    return;
  }
  if (method === 'GET')
    response.end(returnPage(brand, await received(environment, asked.query, request.url ?? '')));
  else response.end();
}
