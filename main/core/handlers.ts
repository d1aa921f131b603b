/** One handler for each method of the contract. */
import { randomUUID } from 'node:crypto';
import type { Bank } from '../../bank-sim/index.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import type {
  Draft,
  Drafts,
  Emit,
  Exchange,
  Handlers,
  Settings,
  Status,
} from '../../shared/contract/methods.ts';
import { headersOf } from '../../shared/xs2a/header-lines.ts';
import { snippetInput } from '../../shared/snippets/snippet.ts';
import { snippet } from '../../shared/snippets/snippets.ts';
import { bankHandlers } from './bank/handlers.ts';
import type { Bodies } from './bodies/bodies.ts';
import type { BodyReader } from './bodies/body-reader.ts';
import type { BodyStore } from './bodies/body-store.ts';
import type { Snapshots } from './bank/snapshots.ts';
import type { Certificates } from './certificates/certificates.ts';
import { forgetKeyFiles } from './certificates/protection.ts';
import type { Vault } from './certificates/vault.ts';
import type { ComposeContext } from './client/compose.ts';
import type { Connections } from './client/connections.ts';
import { prepareOrExplain, sendAndRecord, titleOf } from './client/exchange.ts';
import type { Collections } from './collections/collections.ts';
import { fillIn, masked } from './client/placeholders.ts';
import { exportEverything } from './export-all.ts';
import type { Environment, Environments } from './environments/environments.ts';
import { lookupIn } from './environments/lookup.ts';
import type { Variables } from './environments/variables.ts';
import type { History } from './history/history.ts';
import type { ScaPages } from './sca/pages.ts';
import type { Receiver } from './sca/receiver.ts';
import { statusOf } from './status.ts';
import type { Transfers } from './transfers.ts';
import type { WorkbenchOptions } from './workbench.ts';

export interface Services {
  options: WorkbenchOptions;
  bank: Bank;
  /** Time of the bank in use, milliseconds: that of the local one may be moved. */
  bankNow: () => number;
  vault: Vault;
  certificates: Certificates;
  environments: Environments;
  variables: Variables;
  connections: Connections;
  history: History;
  bodyStore: BodyStore;
  bodies: Bodies;
  bodyReader: BodyReader;
  collections: Collections;
  snapshots: Snapshots;
  transfers: Transfers;
  /** Keeps the local bank's port over a restart. */
  keepBankPort: (port: number) => void;
  /** Keeps a quirk over a restart. */
  keepQuirk: (name: string, value: string | boolean) => void;
  receiver: Receiver;
  pages: ScaPages;
  keeper: () => { keeper: Status['vault']['keeper']; name: string };
  settings: { read: () => Settings; write: (settings: Settings) => void };
  drafts: { read: () => Drafts; write: (drafts: Drafts) => void };
  emit: Emit;
  lock: () => void;
}

export function handlersOf(services: Services): Handlers {
  return {
    ...appHandlers(services),
    ...requestHandlers(services),
    ...bodyHandlers(services),
    ...scaHandlers(services),
    ...sessionHandlers(services),
    ...certificateHandlers(services),
    ...savedHandlers(services),
    ...environmentHandlers(services),
    ...variableHandlers(services),
    ...vaultHandlers(services),
    ...bankHandlers(services),
  };
}

export type Of<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

function appHandlers(services: Services): Of<'app' | 'settings'> {
  const { options, bank, environments, vault, receiver, keeper, settings, transfers } = services;
  return {
    'app.export': () => {
      const bytes = Buffer.from(exportEverything(services));
      const day = new Date().toISOString().slice(0, 10);
      return { download: transfers.offer({ name: `tpp-workbench-${day}.json`, bytes }) };
    },
    'app.status': () => {
      const { keeper: kept, name } = keeper();
      const { redirectUri } = receiver;
      return statusOf({ ...options, bank, environments, vault, keyKept: name, keeper: kept, redirectUri });
    },
    'settings.read': settings.read,
    'settings.change': (change) => {
      const next = { ...settings.read(), ...change };
      settings.write(next);
      return next;
    },
  };
}

function requestHandlers(services: Services): Of<'drafts' | 'requests' | 'history'> {
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
      if (local && exchange.operation === 'initializeSandbox' && exchange.status === 201)
        environments.forgetLocalPsu(bank.now());
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
      if (exchange === null) throw new HostError('not-found', 'This exchange is no longer in the history.');
      return exchange;
    },
    'history.clear': () => {
      history.clear();
      return {};
    },
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

function bodyHandlers({ bodies }: Services): Of<'body'> {
  return {
    'body.lines': ({ id, mode, from, count }) => bodies.ask(id, 'lines', mode, from, count),
    'body.closing': async ({ id, line }) => ({ line: await bodies.ask(id, 'closing', line) }),
    'body.search': ({ id, mode, text }) => bodies.ask(id, 'search', mode, text),
    'body.root': ({ id }) => bodies.ask(id, 'root'),
    'body.members': ({ id, offset, from, count }) => bodies.ask(id, 'members', offset, from, count),
    'body.query': ({ id, path }) => bodies.ask(id, 'query', path),
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

function scaHandlers({ options: { host }, bank, environments, receiver, pages }: Services): Of<'sca'> {
  return {
    'sca.open': async ({ href, browser }) => {
      const url = URL.canParse(href) ? new URL(href) : null;
      if (url !== null && url.origin === new URL(bank.psuBaseUrl).origin) {
        if (host.psuView === null) return { where: 'tab', tab: url.href };
        if (browser && host.openExternal !== null && bank.plainPsuBaseUrl !== null) {
          await host.openExternal(bank.plainPsuBaseUrl + url.pathname + url.search);
          return { where: 'system', tab: null };
        }
        await host.psuView.open(url.href, bank.caPem, receiver.redirectUri);
        return { where: 'embedded', tab: null };
      }
      // A link from elsewhere could be anything: only what a bank has answered is opened.
      if (environments.current().kind === 'local' || !pages.mayOpen(href))
        throw new HostError(
          'refused',
          `The address ${href} does not belong to the bank, or was in none of its answers, so it is not opened.`,
        );
      if (host.openExternal === null) return { where: 'tab', tab: href };
      await host.openExternal(href);
      return { where: 'system', tab: null };
    },
    'sca.place': (box) => {
      host.psuView?.place(box);
      return {};
    },
    'sca.close': () => {
      host.psuView?.close();
      return {};
    },
  };
}

function sessionHandlers({ bank, bankNow, environments, emit }: Services): Of<'sessions'> {
  const { sessions } = environments;
  const changed = () => {
    emit('status.changed', {});
    return {};
  };
  return {
    'sessions.list': () => {
      const { id, sessionId } = environments.current();
      return { sessions: sessions.list(id), current: sessionId, now: bankNow() };
    },
    'sessions.begin': () => {
      sessions.begin(environments.current().id, bankNow());
      return changed();
    },
    'sessions.use': ({ id }) => {
      sessions.use(environments.current().id, id);
      return changed();
    },
    'sessions.abort': ({ id }) => {
      sessions.abort(environments.current().id, id, bankNow());
      return changed();
    },
    'sessions.expire': ({ id }) => {
      const { id: environment, kind } = environments.current();
      if (kind !== 'local')
        throw new HostError('refused', 'Only the local bank can be told to let a session expire.');
      const reply = bank.control('POST', `/control/sessions/${encodeURIComponent(id)}/expire`);
      if (reply.status !== 200)
        throw new HostError(
          'refused',
          'The bank knows no SCA of this session, so there is nothing to expire.',
        );
      sessions.expired(environment, id, bankNow());
      return changed();
    },
  };
}

/** Passes a result on after telling the window what it changed. */
function changedBy(emit: Emit, event: 'certificates.changed' | 'environments.changed') {
  return <T>(value: T): T => {
    emit(event, {});
    emit('status.changed', {});
    return value;
  };
}

function certificateHandlers({ certificates, emit }: Services): Of<'certificates'> {
  const changed = changedBy(emit, 'certificates.changed');
  return {
    'certificates.list': () => ({ certificates: certificates.list() }),
    'certificates.import': async ({ files, password }) => changed(await certificates.import(files, password)),
    'certificates.cancelImport': ({ files }) => {
      certificates.cancelImport(files);
      return {};
    },
    'certificates.make': async (order) => changed({ id: await certificates.make(order) }),
    'certificates.renew': async ({ id }) => changed({ id: await certificates.renew(id) }),
    'certificates.rename': ({ id, name }) => {
      certificates.rename(id, name);
      return changed({});
    },
    'certificates.use': ({ id }) => {
      certificates.use(id);
      return changed({});
    },
    'certificates.remove': ({ id }) => {
      certificates.remove(id);
      return changed({});
    },
    'certificates.export': async (order) => ({ download: await certificates.export(order) }),
  };
}

function environmentHandlers({ bank, environments, vault, emit }: Services): Of<'environments'> {
  const changed = changedBy(emit, 'environments.changed');
  return {
    'environments.list': () => {
      const current = environments.current().id;
      return {
        environments: environments.list().map((environment) => ({
          ...environment,
          baseUrl: environment.baseUrl ?? bank.apiBaseUrl,
          current: environment.id === current,
        })),
      };
    },
    'environments.choose': ({ id }) => {
      environments.choose(id);
      return changed({});
    },
    'environments.create': () => changed({ id: environments.create(environments.current().certificateId) }),
    'environments.change': ({ id, form }) => {
      // Both must be there; the sentence says which is not.
      vault.certificate(form.certificateId);
      if (form.tlsCertificateId !== null) vault.certificate(form.tlsCertificateId);
      environments.change(id, form);
      return changed({});
    },
    'environments.remove': ({ id }) => {
      environments.remove(id);
      return changed({});
    },
  };
}

function savedHandlers({ collections, emit }: Services): Of<'saved'> {
  return {
    'saved.list': () => ({ entries: collections.list() }),
    'saved.save': ({ folder, request, over }) => {
      const path = collections.save(folder, request, over);
      emit('saved.changed', {});
      return { path };
    },
    'saved.remove': ({ path }) => {
      collections.remove(path);
      emit('saved.changed', {});
      return {};
    },
  };
}

function variableHandlers({ variables, emit }: Services): Of<'variables'> {
  const changed = () => {
    emit('environments.changed', {});
    return {};
  };
  return {
    'variables.list': ({ id }) => ({ variables: variables.list(id) }),
    'variables.set': ({ id, variable }) => {
      variables.set(id, variable);
      return changed();
    },
    'variables.remove': ({ id, name }) => {
      variables.remove(id, name);
      return changed();
    },
  };
}

function vaultHandlers({ options, vault, emit, lock }: Services): Of<'vault'> {
  const changed = () => {
    emit('status.changed', {});
    return {};
  };
  return {
    'vault.unlock': async ({ passphrase }) => {
      await vault.unlock(passphrase);
      return changed();
    },
    'vault.lock': () => {
      lock();
      return {};
    },
    'vault.protect': async ({ passphrase, current }) => {
      await vault.protect(passphrase, current);
      forgetKeyFiles(options.dataFolder);
      return changed();
    },
  };
}
