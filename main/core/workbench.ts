/** The workbench without a window: services put together, and one handler for each method of the contract. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Bank, openDatabase } from '../../bank-sim/index.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import {
  type Draft,
  type Emit,
  type Exchange,
  type Handlers,
  type Settings,
  settingsSchema,
  type Status,
} from '../../shared/contract/methods.ts';
import { keyIdOf } from '../../shared/signing/key-id.ts';
import { tppIdOf } from '../../shared/signing/certificate.ts';
import { printRfc2253 } from '../../shared/signing/names.ts';
import { routeOf } from '../../shared/xs2a/operations.ts';
import { startLocalBank } from './bank/local-bank.ts';
import { fileProtection, type KeyProtection } from './certificates/protection.ts';
import { ensureTestIdentity } from './certificates/test-identity.ts';
import { Vault } from './certificates/vault.ts';
import { type ComposeContext, prepare } from './client/compose.ts';
import { BankConnection } from './client/send.ts';
import { linksOf, verdictsOn } from './client/verdicts.ts';
import { type Dispatch, dispatcher } from './dispatch.ts';
import { Environments } from './environments/environments.ts';
import { History } from './history/history.ts';
import { readCallback } from './sca/callback.ts';
import { startReceiver } from './sca/receiver.ts';
import { metaStore } from './store/meta.ts';
import { HISTORY_MIGRATIONS, WORKBENCH_MIGRATIONS } from './store/migrations.ts';

/** What differs between the hosts. */
export interface HostPort {
  kind: 'electron' | 'browser';
  /** Shows the PSU's page; null means that the renderer opens a tab itself. */
  psuView: PsuView | null;
  /** Safe storage where it is real; null for the key file. */
  keyProtection: KeyProtection | null;
}

export interface PsuView {
  /**
   * @param ca PEM of the authority that the page's certificate must come from
   * @param returnTo the TPP-Redirect-URI, the one address besides the bank's that the page may lead to
   */
  open: (url: string, ca: string, returnTo: string) => Promise<void>;
  place: (box: { x: number; y: number; width: number; height: number }) => void;
  close: () => void;
}

export interface WorkbenchOptions {
  dataFolder: string;
  version: string;
  host: HostPort;
  log: (line: string) => void;
}

export interface Workbench {
  dispatch: Dispatch;
  /** @returns the way to end the subscription */
  onEvent: (listener: (name: string, payload: unknown) => void) => () => void;
  stop: () => Promise<void>;
}

const RECEIVER_PORT = 'receiver-port';
const SETTINGS = 'settings';
const FIRST_SETTINGS: Settings = { theme: 'system', started: false };

/** @throws StartError when the data folder is in use by another workbench, or newer than this program */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { dataFolder, host, log } = options;
  const db = openDatabase({
    folder: dataFolder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
  });
  const historyDb = openDatabase({
    folder: dataFolder,
    file: 'history.db',
    migrations: HISTORY_MIGRATIONS,
    synchronous: 'NORMAL',
  });
  const meta = metaStore(db);
  const environments = new Environments(db);
  const history = new History(historyDb);
  const protection = host.keyProtection ?? fileProtection(dataFolder);
  const vault = new Vault(db, await protection.dataKey());
  const events = new EventEmitter();
  const emit: Emit = (name, payload) => events.emit('event', name, payload);
  const changed = () => emit('status.changed', {});

  const [bank, certificateId] = await Promise.all([
    startLocalBank(dataFolder, host.psuView === null, log),
    ensureTestIdentity(vault, Date.now()),
  ]);
  environments.ensureLocal(certificateId);
  const receiver = await startReceiver(Number(meta.read(RECEIVER_PORT) ?? 0), (query) => {
    const read = readCallback(query, environments.current().sessionId, Date.now());
    if (read.psu) environments.keepPsu(read.psu, bank.now());
    host.psuView?.close();
    emit('sca.returned', read.callback);
    changed();
  });
  meta.write(RECEIVER_PORT, String(receiver.port));
  const connection = new BankConnection(bank.apiBaseUrl, bank.caPem);
  bank.onChange(changed);

  const composeContext = (): ComposeContext => {
    const environment = environments.renewSession(bank.now());
    return {
      environment,
      baseUrl: bank.apiBaseUrl,
      redirectUri: receiver.redirectUri,
      certificate: vault.certificate(environment.certificateId).certificate,
      sign: (data) => vault.sign(environment.certificateId, data),
      now: bank.now(),
      newRequestId: randomUUID,
    };
  };
  const settings = (): Settings => ({
    ...FIRST_SETTINGS,
    ...settingsSchema.partial().parse(JSON.parse(meta.read(SETTINGS) ?? '{}')),
  });

  const handlers: Handlers = {
    'app.status': () =>
      statusOf({
        ...options,
        bank,
        environments,
        vault,
        keyKept: protection.name,
        redirectUri: receiver.redirectUri,
      }),
    'settings.read': settings,
    'settings.change': (change) => {
      const next = { ...settings(), ...change };
      meta.write(SETTINGS, JSON.stringify(next));
      return next;
    },
    'requests.prepare': (draft) => prepareOrExplain(draft, composeContext()),
    'requests.send': async (draft) => {
      const exchange = await sendAndRecord(draft, composeContext(), connection, bank, history);
      if (exchange.operation === 'initializeSandbox' && exchange.status === 201) environments.forgetPsu();
      changed();
      return exchange;
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
    'sca.open': async ({ href }) => {
      const url = URL.canParse(href) ? new URL(href) : null;
      // Only the bank that answers us may be shown as the bank's page: a link from elsewhere could be anything.
      if (url === null || url.origin !== new URL(bank.psuBaseUrl).origin) {
        throw new HostError(
          'refused',
          `The address ${href} does not belong to the local bank, so it is not opened.`,
        );
      }
      if (host.psuView === null) return { tab: url.href };
      await host.psuView.open(url.href, bank.caPem, receiver.redirectUri);
      return { tab: null };
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

  return {
    dispatch: dispatcher(handlers, log),
    onEvent: (listener) => {
      events.on('event', listener);
      return () => events.off('event', listener);
    },
    stop: async () => {
      await Promise.all([connection.close(), receiver.stop(), bank.stop()]);
      db.close();
      historyDb.close();
    },
  };
}

function prepareOrExplain(draft: Draft, context: ComposeContext) {
  // What is beyond ISO-8859-1 cannot be signed byte for byte, so it is said before anything is computed.
  const odd = draft.headers.find(
    ([name, value]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e\xa0-\xff]/.test(value),
  );
  if (odd) {
    throw new HostError(
      'bad-input',
      `The header "${odd[0]}" cannot be sent: HTTP allows only visible ISO-8859-1 characters. Change its name or value.`,
    );
  }
  return prepare(draft, context);
}

async function sendAndRecord(
  draft: Draft,
  context: ComposeContext,
  connection: BankConnection,
  bank: Bank,
  history: History,
): Promise<Exchange> {
  const prepared = prepareOrExplain(draft, context);
  const at = Date.now();
  const sent = await connection.send(draft, prepared);
  const route = routeOf(draft.method, draft.path.split('?', 1)[0] ?? '');
  const operation = route.kind === 'found' ? route.route.operation : null;
  const requestId = prepared.headers.find(({ name }) => name.toLowerCase() === 'x-request-id')?.value ?? null;
  const common = {
    id: randomUUID(),
    at,
    title: operation?.title ?? 'Request',
    operation: operation?.id ?? null,
    method: draft.method,
    path: draft.path,
    prepared,
    requestBody: draft.body,
  };
  if (!sent.ok) {
    const failed = {
      ...common,
      status: null,
      duration: null,
      failure: sent.failure,
      response: null,
      verdicts: [],
      links: [],
      explanation: null,
    };
    return history.add(failed, Buffer.alloc(0));
  }
  const { body, response } = sent;
  const json = jsonOf(body);
  const exchange: Exchange = {
    ...common,
    status: response.status,
    duration: sent.duration,
    failure: null,
    response: { ...response, body: '', bodyBytes: body.length },
    verdicts: verdictsOn({
      status: response.status,
      headers: response.headers,
      body,
      json,
      requestId,
      operation,
    }),
    links: linksOf(json),
    explanation:
      response.status >= 400 && requestId !== null
        ? (bank.exchanges(requestId).at(-1)?.explanation ?? null)
        : null,
  };
  return history.add(exchange, body);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function statusOf(
  parts: WorkbenchOptions & {
    bank: Bank;
    environments: Environments;
    vault: Vault;
    keyKept: string;
    redirectUri: string;
  },
): Status {
  const { bank } = parts;
  const environment = parts.environments.current();
  const { certificate, name } = parts.vault.certificate(environment.certificateId);
  const tpp = tppIdOf(certificate, printRfc2253(certificate.subject));
  const { psuId, corporateId, context } = environment;
  const { customers, accounts, transactions } = bank.counts();
  return {
    host: parts.host.kind,
    version: parts.version,
    dataFolder: parts.dataFolder,
    environment: {
      name: environment.name,
      kind: bank.environment,
      baseUrl: bank.apiBaseUrl,
      redirectUri: parts.redirectUri,
      ownBank: `${bank.psuBaseUrl}/bank`,
    },
    certificate: {
      name,
      roles: certificate.roles,
      notAfter: certificate.notAfter,
      keyKept: parts.keyKept,
      keyId: keyIdOf(certificate),
    },
    persona: bank.somebody(),
    psu:
      psuId === null || context === null
        ? null
        : { psuId, corporateId, context, name: bank.nameOf(tpp, psuId) },
    session: { id: environment.sessionId, since: environment.sessionSince },
    bank: {
      port: Number(new URL(bank.apiBaseUrl).port),
      now: bank.now(),
      clock: bank.clockMode(),
      customers,
      accounts,
      transactions,
    },
  };
}
