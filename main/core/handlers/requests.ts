/** Requests: prepared, sent, written as code, cancelled; drafts and history. */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Draft, Exchange } from '../../../shared/contract/exchange.ts';
import { snippetInput } from '../../../shared/snippets/snippet.ts';
import { snippet } from '../../../shared/snippets/snippets.ts';
import { headersOf } from '../../../shared/xs2a/header-lines.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Environment } from '../environments/environments.ts';
import { lookupIn } from '../variables/lookup.ts';
import type { Of, Services } from './services.ts';
import type { ComposeContext } from '../sending/compose.ts';
import { prepareOrExplain, sendAndRecord, titleOf } from '../sending/exchange.ts';
import { fillIn, masked } from '../variables/placeholders.ts';

const t = texts.core.client;

export function requestHandlers(services: Services): Of<'drafts' | 'requests' | 'history'> {
  const { bank, vault, environments, variables, connections, history, drafts, pages, emit } = services;
  const { bodyStore, bodyReader } = services;
  const underway = new Set<AbortController>();
  /** Draft and context with every variable filled in, also in the header defaults of the environment. */
  const composedOf = (asked: Draft) => {
    const context = contextOf(services, environments.renewSession(services.bankNow()));
    const { environment } = context;
    const usual = headersOf(environment.headers);
    const whole = { ...asked, headers: [...usual, ...asked.headers] };
    const { draft, secrets } = fillIn(whole, lookupIn(environment, variables, services.bankNow()));
    return {
      draft: { ...draft, headers: draft.headers.slice(usual.length) },
      composed: { ...context, defaults: draft.headers.slice(0, usual.length) },
      secrets,
    };
  };
  return {
    'drafts.read': drafts.read,
    'drafts.save': (next) => {
      drafts.write(next);
      return {};
    },
    'requests.prepare': (asked) => {
      const { draft, composed, secrets } = composedOf(asked);
      return masked(prepareOrExplain(draft, composed), secrets);
    },
    'requests.snippet': ({ draft: asked, language }) => {
      // The code is to work: a deliberate fault stays behind.
      const { draft: whole, composed, secrets } = composedOf(asked);
      const { method, path, headers, body } = whole;
      const draft = { method, path, headers, body };
      const { environment } = composed;
      const caFile =
        environment.kind === 'local' ? bank.caFile : environment.roots.trim() === '' ? null : 'bank-ca.pem';
      const input = snippetInput(titleOf(draft), draft, prepareOrExplain(draft, composed), caFile);
      return masked({ code: snippet(language, input) }, secrets);
    },
    'requests.send': async (asked) => {
      const { draft, composed, secrets } = composedOf(asked);
      const { environment, baseUrl } = composed;
      const local = environment.kind === 'local';
      const ends = new AbortController();
      underway.add(ends);
      const sending = sendAndRecord(draft, composed, {
        composed: asked,
        connection: connections.to({
          baseUrl,
          ca: local ? bank.caPem : environment.roots,
          tlsCertificateId: environment.tlsCertificateId,
        }),
        localBank: local ? bank : null,
        madeHere: vault.certificate(environment.certificateId).origin === 'made',
        history,
        bodies: bodyStore,
        outline: (file) => bodyReader.ask(bodyStore.pathOf(file), 'outline'),
        signal: ends.signal,
        onProgress: everyTenth((bytes) => emit('send.progress', { bytes })),
        secrets,
      });
      const exchange = await sending.finally(() => underway.delete(ends));
      pages.note(exchange);
      noteSca(exchange, environment.id, services);
      if (local && exchange.operation === 'initializeSandbox' && exchange.status === 201) {
        environments.forgetLocalPsu(bank.now());
        emit('environments.changed', {});
      }
      emit('status.changed', {});
      return exchange;
    },
    'requests.cancel': () => {
      for (const ends of underway) ends.abort();
      return {};
    },
    'history.list': ({ search }) => ({ exchanges: history.list(search) }),
    'history.read': ({ id }) => {
      const exchange = history.read(id);
      if (exchange === null) throw new HostError('not-found', t.gone);
      return exchange;
    },
    'history.clear': () => {
      history.clear();
      return {};
    },
  };
}

/** What a request of an environment is composed with. */
function contextOf(
  { bank, bankNow, vault, receiver }: Services,
  environment: Environment,
): ComposeContext & { environment: Environment } {
  return {
    environment,
    baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
    redirectUri: environment.redirectUri ?? receiver.redirectUri,
    certificate: vault.certificate(environment.certificateId).certificate,
    sign: (data) => vault.sign(environment.certificateId, data),
    defaults: [],
    now: bankNow(),
    newRequestId: randomUUID,
  };
}

/** A session whose request was answered with an scaRedirect waits for its SCA. */
function noteSca(
  { links, prepared }: Exchange,
  environment: string,
  { environments, bankNow }: Services,
): void {
  const sessionId = prepared.headers.find(({ name }) => name.toLowerCase() === 'tpp-session-id')?.value;
  if (sessionId !== undefined && links.some(({ name }) => name === 'scaRedirect'))
    environments.sessions.asked(environment, sessionId, bankNow());
}

/** Milliseconds between two words on a download. */
const TENTH = 100;

/** Passes on at most ten of what it is told in a second. */
function everyTenth(tell: (bytes: number) => void): (bytes: number) => void {
  let last = Date.now();
  return (bytes) => {
    if (Date.now() - last < TENTH) return;
    last = Date.now();
    tell(bytes);
  };
}
