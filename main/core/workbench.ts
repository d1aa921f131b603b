/** The workbench without a window: services put together, and one handler for each method of the contract. */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type Database, openDatabase } from '../../bank-sim/index.ts';
import { HostError } from '../../shared/contract/envelope.ts';
import { type Emit, type Handlers, type Settings, settingsSchema } from '../../shared/contract/methods.ts';
import { startLocalBank } from './bank/local-bank.ts';
import { chooseProtection, type KeyProtection } from './certificates/protection.ts';
import { ensureTestIdentity } from './certificates/test-identity.ts';
import { Vault } from './certificates/vault.ts';
import type { ComposeContext } from './client/compose.ts';
import { prepareOrExplain, sendAndRecord } from './client/exchange.ts';
import { BankConnection } from './client/send.ts';
import { type Dispatch, dispatcher } from './dispatch.ts';
import { Environments } from './environments/environments.ts';
import { History } from './history/history.ts';
import { readCallback } from './sca/callback.ts';
import { startReceiver } from './sca/receiver.ts';
import { statusOf } from './status.ts';
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
const KEEPER = 'vault-keeper';
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
  const close = () => {
    db.close();
    historyDb.close();
  };
  const protection = keeperOf(meta, host.keyProtection, dataFolder, close);
  const vault = new Vault(db, await dataKeyOf(protection, hasCertificates(db), close));
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

function hasCertificates(db: Database): boolean {
  return db.prepare('SELECT 1 FROM certificate LIMIT 1').get() !== undefined;
}

/** @param close called before an error is thrown, so that the folder is free again */
async function dataKeyOf(protection: KeyProtection, hasKeys: boolean, close: () => void): Promise<Buffer> {
  try {
    return await protection.dataKey(!hasKeys);
  } catch (error) {
    close();
    throw error;
  }
}

/** The keeper of the vault's key, remembered in the folder: two hosts with two keepers would shut each other out. */
function keeperOf(
  meta: ReturnType<typeof metaStore>,
  safeStorage: KeyProtection | null,
  dataFolder: string,
  giveUp: () => void,
): KeyProtection {
  try {
    const protection = chooseProtection(meta.read(KEEPER), safeStorage, dataFolder);
    meta.write(KEEPER, protection.keeper);
    return protection;
  } catch (error) {
    giveUp();
    throw error;
  }
}
