/** The workbench without a window: services put together, and one handler for each method of the contract. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type Database, openDatabase } from '../../shared/node/sqlite/database.ts';
import type { Emit, MethodName } from '../../shared/contract/methods.ts';
import type { Settings } from '../../shared/contract/status.ts';
import { draftsSchema } from '../../shared/contract/saved.ts';
import { settingsSchema } from '../../shared/contract/status.ts';
import { texts } from '../../shared/texts/texts.ts';
import { Bodies } from './history/bodies/bodies.ts';
import { BodyReader } from './history/bodies/body-reader.ts';
import { BodyStore } from './history/bodies/body-store.ts';
import { startLocalBank } from './bank/local-bank.ts';
import { Snapshots, valueOf } from './bank/snapshots.ts';
import { Certificates } from './certificates/certificates.ts';
import { IdleLock } from './certificates/idle-lock.ts';
import { Importer } from './certificates/importer.ts';
import { chooseProtection, forgetKeyFiles, type KeyProtection } from './certificates/protection.ts';
import { Vault } from './certificates/vault.ts';
import { Collections } from './collections/collections.ts';
import { Connections } from './sending/connections.ts';
import { type Dispatch, dispatcher } from './dispatch.ts';
import { Environments } from './environments/environments.ts';
import { Variables } from './variables/variables.ts';
import { handlersOf } from './handlers/handlers.ts';
import { History } from './history/history.ts';
import { readCallback } from './sca/callback.ts';
import { ScaPages } from './sca/pages.ts';
import { startReceiver } from './sca/receiver.ts';
import { metaStore } from './store/meta.ts';
import { HISTORY_MIGRATIONS, WORKBENCH_MIGRATIONS } from './store/migrations.ts';
import { type OutgoingFile, type TransferFile, Transfers } from './transfers.ts';

const t = texts.core.workbench;

/** What differs between the hosts. */
export interface HostPort {
  kind: 'electron' | 'browser';
  /** Shows the PSU's page; null means that the renderer opens a tab itself. */
  psuView: PsuView | null;
  /** Shows a page in the system's browser; null where the renderer opens a tab itself. */
  openExternal: ((url: string) => Promise<void>) | null;
  /** Safe storage where it is real; null for the key file. */
  keyProtection: KeyProtection | null;
  /** Programs of the threads: import-worker.ts opens certificate files, body-worker.ts reads large bodies; or their bundles. */
  workers: { importer: string; bodies: string };
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
  /** Takes a file that a person has chosen. @returns its id for the contract's methods @throws HostError for one that is too large */
  upload: (file: TransferFile) => string;
  /** A file that the person has asked for, once; null where it is gone. */
  download: (id: string) => OutgoingFile | null;
  stop: () => Promise<void>;
}

/** What the window asks for whenever something has changed; everything else is a person's doing, and keeps the vault open. */
const ASKED_BY_ITSELF: ReadonlySet<string> = new Set<MethodName>([
  'app.status',
  'requests.prepare',
  'bank.overview',
  'bank.payment',
  'bank.basket',
  'bank.snapshots',
  'certificates.list',
  'environments.list',
  'variables.list',
  'saved.list',
]);
const RECEIVER_PORT = 'receiver-port';
const SETTINGS = 'settings';
const KEEPER = 'vault-keeper';
const WRAPPED = 'vault-wrapped-key';
const DRAFTS = 'drafts';
const NO_DRAFTS = '{"tabs":[],"active":""}';
const BANK_PORT = 'bank-port';
const QUIRKS = 'bank-quirks';
const quirksSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));
const FIRST_SETTINGS: Settings = { theme: 'system', started: false, lockAfterMinutes: 15 };

/** @throws StartError when the data folder is in use by another workbench, or newer than this program */
export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { dataFolder, host, log } = options;
  const db = openDatabase({
    folder: dataFolder,
    file: 'workbench.db',
    migrations: WORKBENCH_MIGRATIONS,
    synchronous: 'FULL',
  });
  // A private key that is sealed anew must not lie on in the free pages, under the key of before.
  db.pragma('secure_delete = ON');
  const historyDb = openDatabase({
    folder: dataFolder,
    file: 'history.db',
    migrations: HISTORY_MIGRATIONS,
    synchronous: 'NORMAL',
  });
  const close = () => {
    db.close();
    historyDb.close();
  };
  const meta = metaStore(db);
  const environments = new Environments(db);
  const bodyStore = new BodyStore(join(dataFolder, 'bodies'));
  const history = new History(historyDb, bodyStore);
  const bodyReader = new BodyReader(host.workers.bodies);
  const protection = keeperOf(meta, host.keyProtection, dataFolder, close);
  const vault = new Vault(db, await dataKeyOf(protection, hasCertificates(db), close), {
    read: () => meta.read(WRAPPED),
    write: (wrapped) => {
      meta.write(WRAPPED, wrapped);
      meta.write(KEEPER, 'passphrase');
    },
  });
  const events = new EventEmitter();
  const emit: Emit = (name, payload) => events.emit('event', name, payload);
  const changed = () => emit('status.changed', {});
  const settings = (): Settings => ({
    ...FIRST_SETTINGS,
    ...settingsSchema.partial().parse(JSON.parse(meta.read(SETTINGS) ?? '{}')),
  });

  const quirks = () => quirksSchema.parse(JSON.parse(meta.read(QUIRKS) ?? '{}'));

  const bankPort = () => {
    const kept = meta.read(BANK_PORT);
    return kept === null ? null : Number(kept);
  };
  const transfers = new Transfers();
  const importer = new Importer(host.workers.importer, (progress) => emit('import.progress', progress));
  const certificates = new Certificates({
    vault,
    environments,
    transfers,
    importer,
    isProtected: () => vault.hasPassphrase || protection?.keeper === 'safe-storage',
    now: Date.now,
  });
  const [bank, certificateId] = await Promise.all([
    startLocalBank(dataFolder, bankPort(), host.psuView === null, quirks(), log),
    certificates.ensureIdentity(),
  ]);
  environments.ensureLocal(certificateId);
  const collections = new Collections(join(dataFolder, 'collections'));
  const unwatch = collections.onChange(() => emit('saved.changed', {}));
  const bankNow = () => (environments.current().kind === 'local' ? bank.now() : Date.now());
  const receiver = await startReceiver(Number(meta.read(RECEIVER_PORT) ?? 0), (query) => {
    const { id, sessionId } = environments.current();
    const { sessions } = environments;
    const read = readCallback(query, (one) => one === sessionId || sessions.waits(id, one), Date.now());
    if (read.psu) environments.keepPsu(read.psu, read.sessionId, bankNow());
    else sessions.failed(id);
    host.psuView?.close();
    emit('sca.returned', read.callback);
    emit('environments.changed', {});
    changed();
  });
  meta.write(RECEIVER_PORT, String(receiver.port));
  const connections = new Connections(vault);
  bank.onChange(changed);
  // In production the bank trusts the authorities of this vault, so that its own certificates work there too.
  const trustOwn = () => valueOf(bank.operator.setTrust(certificates.authorities()));
  trustOwn();
  events.on('event', (name: string) => {
    if (name === 'certificates.changed') trustOwn();
  });
  const lock = () => {
    vault.lock();
    // A connection with a client certificate has its key in memory.
    connections.forget();
    changed();
  };
  const idle = new IdleLock(() => settings().lockAfterMinutes, lock);

  const dispatch = dispatcher(
    handlersOf({
      options,
      bank,
      bankNow,
      vault,
      certificates,
      environments,
      variables: new Variables(db, vault),
      connections,
      history,
      bodyStore,
      bodyReader,
      bodies: new Bodies({ history, store: bodyStore, reader: bodyReader }),
      collections,
      transfers,
      snapshots: new Snapshots(join(dataFolder, 'snapshots'), bank.operator),
      keepBankPort: (port) => meta.write(BANK_PORT, String(port)),
      keepQuirk: (name, value) => meta.write(QUIRKS, JSON.stringify({ ...quirks(), [name]: value })),
      receiver,
      pages: new ScaPages(),
      keeper: () => keeperNow(vault, protection),
      settings: {
        read: settings,
        write: (next) => meta.write(SETTINGS, JSON.stringify(next)),
      },
      drafts: {
        read: () => draftsSchema.parse(JSON.parse(meta.read(DRAFTS) ?? NO_DRAFTS)),
        write: (drafts) => meta.write(DRAFTS, JSON.stringify(drafts)),
      },
      emit,
      lock,
    }),
    log,
  );
  return {
    dispatch: (method, input) => {
      if (!ASKED_BY_ITSELF.has(method)) idle.touch();
      return dispatch(method, input);
    },
    onEvent: (listener) => {
      events.on('event', listener);
      return () => events.off('event', listener);
    },
    upload: (file) => transfers.put(file),
    download: (id) => transfers.take(id),
    stop: async () => {
      idle.stop();
      unwatch();
      importer.cancel();
      transfers.clear();
      await Promise.all([connections.close(), receiver.stop(), bank.stop(), bodyReader.stop()]);
      close();
    },
  };
}

/** Who keeps the key to the vault, and in which words. */
function keeperNow(vault: Vault, protection: KeyProtection | null) {
  return vault.hasPassphrase || protection === null
    ? ({ keeper: 'passphrase', name: t.keptUnderPassphrase } as const)
    : { keeper: protection.keeper, name: protection.name };
}

function hasCertificates(db: Database): boolean {
  return db.prepare('SELECT 1 FROM certificate LIMIT 1').get() !== undefined;
}

/**
 * Null where a passphrase keeps the key: it is asked for in the window.
 * @param close called before an error is thrown, so that the folder is free again
 */
async function dataKeyOf(
  protection: KeyProtection | null,
  hasKeys: boolean,
  close: () => void,
): Promise<Buffer | null> {
  try {
    return protection === null ? null : await protection.dataKey(!hasKeys);
  } catch (error) {
    close();
    throw error;
  }
}

/** The keeper of the vault's key, remembered in the folder: two hosts with two keepers would shut each other out. Null for a passphrase. */
function keeperOf(
  meta: ReturnType<typeof metaStore>,
  safeStorage: KeyProtection | null,
  dataFolder: string,
  giveUp: () => void,
): KeyProtection | null {
  const began = meta.read(KEEPER);
  if (began === 'passphrase') {
    // Where the process ended between the passphrase and the removal of the files.
    forgetKeyFiles(dataFolder);
    return null;
  }
  try {
    const protection = chooseProtection(began, safeStorage, dataFolder);
    meta.write(KEEPER, protection.keeper);
    return protection;
  } catch (error) {
    giveUp();
    throw error;
  }
}
