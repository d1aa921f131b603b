/** Creates the workbench's services, and one handler for each method of the contract. */
import { join } from 'node:path';
import { kindOf } from '../../shared/node/plain-files.ts';
import { privateContents } from '../../shared/node/private-files.ts';
import { StartError } from '../../shared/node/start-error.ts';
import { texts } from '../../shared/texts/texts.ts';
import { Events } from './events.ts';
import { EverythingImport } from './settings/import-all.ts';
import { hideSecretVariables } from './secret-variables.ts';
import type { Stops } from './stops.ts';
import { CONTROL_CHOICES } from '../../bank-sim/index.ts';
import { startLocalBank } from './bank/local-bank.ts';
import { Snapshots, valueOf } from './bank/snapshots.ts';
import { Certificates, tlsClientOf } from './certificates/certificates.ts';
import { Importer } from './certificates/importer.ts';
import { VaultAccess, IdleLock } from './certificates/vault-access.ts';
import { Collections } from './collections/collections.ts';
import type { OpenDrafts } from './collections/open-drafts.ts';
import { Autoplay } from './demonstrations/autoplay.ts';
import { BankBackup } from './demonstrations/bank-backup.ts';
import { OwnFiles, shippedDemonstrations } from './demonstrations/demonstration-files.ts';
import { Player, showDiagram } from './demonstrations/player.ts';
import { type Dispatch, dispatcher } from './dispatch.ts';
import { FlowExport } from './flow/export.ts';
import { FlowLog } from './flow/log.ts';
import { FlowRecord } from './flow/record.ts';
import { OpenApiDocuments } from './environments/openapi.ts';
import { Environments, LOCAL } from './environments/environments.ts';
import { handlersOf } from './handlers/handlers.ts';
import { Bodies } from './history/bodies.ts';
import { BodyReader } from './history/bodies/body-reader.ts';
import { BodyQueries } from './history/bodies/body-queries.ts';
import { BodyStore } from './history/bodies/body-store.ts';
import { History } from './history/history.ts';
import { MOST_FLOW_EVENTS } from '../../shared/contract/flow.ts';
import { EVENTS } from '../../shared/contract/methods.ts';
import { Received } from './history/received.ts';
import { HistoryRecorder } from './history/recorder.ts';
import type { WorkbenchOptions } from './host-port.ts';
import { Interchange } from './interchange/interchange.ts';
import { secretValuesOf } from './redaction/declared-secrets.ts';
import { proxyOf } from './requests/outgoing-proxy.ts';
import { Trainee } from './class/trainee.ts';
import { Trainer } from './class/trainer.ts';
import { Tap } from './tap/tap.ts';
import { SigningProxy } from './proxy/signing-proxy.ts';
import { Recording } from './collections/recording.ts';
import { RunStore } from './runs/run-store.ts';
import { PersonAtBank } from './runs/person.ts';
import { Runs } from './runs/runs.ts';
import { targetOf } from './runs/target.ts';
import { readBrands } from '../../shared/node/brand.ts';
import { ScaPages } from './sca/allowed-pages.ts';
import { readCallback } from './sca/callback.ts';
import { receiveReturns } from './sca/receiver.ts';
import { returnPage } from './sca/return-page.ts';
import { Sender } from './requests/sender.ts';
import { BODIES, type Databases } from './store/databases.ts';
import { DataFolder } from './store/lost-folder.ts';
import { META, type Meta } from './store/meta.ts';
import { type OutgoingFile, type Purpose, type TransferFile, Transfers } from './transfers.ts';
import { CapturedValues } from './requests/variable-lookup.ts';
import { Variables } from './environments/variables.ts';

export interface Workbench {
  dispatch: Dispatch;
  /** @returns a function that ends the subscription */
  onEvent: (listener: (name: string, payload: unknown) => void) => () => void;
  /** Stores a file that the user has chosen. @returns its id for the contract's methods @throws HostError if it is too large */
  upload: (file: TransferFile, purpose?: Purpose) => string;
  /** A file that the user has asked for, returned once; null if it no longer exists. */
  download: (id: string) => OutgoingFile | null;
  /** What the PSU's browser shows in a demonstration; null if it is another page by now. */
  stagePage: (id: string) => string | null;
  /** The open windows and their tabs. */
  windows: Pick<OpenDrafts, 'handOver' | 'windows'>;
  stop: () => Promise<void>;
}

interface Start {
  databases: Databases;
  meta: Meta;
  drafts: OpenDrafts;
  /** Gets a step for each service. */
  stops: Stops;
  /** Sentences about damaged files that were set aside. */
  notices: string[];
  notice: (sentence: string) => void;
}

/** @throws StartError for a folder that is a link, or if the bank cannot start */
export async function startServices(
  options: WorkbenchOptions,
  { databases, meta, drafts, stops, notices, notice }: Start,
): Promise<Workbench> {
  const { dataFolder, version, host, log } = options;
  const db = databases.work;
  const events = new Events();
  const { emit } = events;
  stops.add(() => events.stop());
  const folderLost = texts.core.store.lost(dataFolder);
  const folder = new DataFolder(databases, () => {
    notice(folderLost);
    emit('status.changed', {});
  });
  for (const name of [BODIES, 'snapshots', 'demonstrations', 'bank', join('bank', 'pki'), 'class'])
    ownFolder(join(dataFolder, name));
  const transfers = new Transfers();
  stops.add(() => transfers.clear());

  // Stored data: requests, responses, keys.
  const collections = new Collections(join(dataFolder, 'collections'));
  const store = new BodyStore(join(dataFolder, BODIES));
  const reader = new BodyReader(host.startWorker);
  stops.add(() => reader.stop());
  const queries = new BodyQueries(host.startWorker, host.longestQuery);
  stops.add(() => queries.stop());
  const history = new History(databases.history, store);
  const vaultAccess = await VaultAccess.open({ db, meta, dataFolder, safeStorage: host.keyProtection });
  const { vault } = vaultAccess;
  stops.add(() => vault.close());
  const variables = new Variables(db, vault);
  const kept = new CapturedValues();
  const environments = new Environments(db, meta);
  const openApi = new OpenApiDocuments(db);
  stops.add(environments.onUndone((environment) => emit('sca.undone', { environment })));
  const importer = new Importer({
    startWorker: host.startWorker,
    onProgress: (progress) => emit('import.progress', progress),
  });
  stops.add(() => importer.cancel());
  const certificates = new Certificates({
    vault,
    environments,
    transfers,
    importer,
    isProtected: () => vaultAccess.isProtected,
    trusted: { read: () => meta.read(META.bankTrust), write: (pems) => meta.write(META.bankTrust, pems) },
    now: Date.now,
    bankNow: () => bankNow(),
  });

  // The event log.
  const flowLog = new FlowLog(databases.history, {
    since: {
      read: () => meta.read(META.flowSince),
      write: (seq) => meta.write(META.flowSince, seq),
    },
    bankNow: () => bank.now(),
    emit: (added) => emit('flow.added', { events: added }),
    cleared: () => emit('flow.cleared', {}),
    log,
  });
  // Stopped after the bank, whose end is logged.
  stops.add(() => flowLog.stop());

  // The local bank, and an identity to call it with. In production it also trusts the CAs of the vault and those that the user has added.
  const inBrowser = host.psuView === null;
  const brands = readBrands(dataFolder, notice);
  const bankStarts = startLocalBank({
    dataFolder,
    meta,
    brand: brands.bank,
    inBrowser,
    log,
    notice,
    lost: () => folder.lost(),
  });
  // The bank may still be starting when the identity fails. If it has failed itself, it has stopped.
  stops.add(async () => (await bankStarts.catch(() => null))?.stop());
  const [bank, certificateId] = await Promise.all([bankStarts, certificates.ensureIdentity()]);
  environments.ensureLocal(certificateId);
  valueOf(bank.operator.setProfile(environments.read(LOCAL).profile));
  const timeAt = ({ kind }: { kind: string }) => (kind === 'local' ? bank.now() : Date.now());
  const bankNow = () => timeAt(environments.current());
  // SIG-12.
  const knowOwn = () => {
    valueOf(bank.operator.setTrust(certificates.trustedByBank()));
    bank.operator.registerOwn(certificates.madeTpps());
  };
  knowOwn();

  const flow = new FlowRecord(flowLog, () => bank.now(), log);
  flowLog.onAdded((event) => {
    if (event.kind === 'rewound') flow.rewound(event.to);
  });
  hideSecretVariables({ flow, environments, variables, vault, events, log });
  const flowExport = new FlowExport({
    log: flowLog,
    startWorker: host.startWorker,
    secrets: () => flow.secretTexts,
  });
  stops.add(() => flowExport.stop());
  // The start itself is no act of the operator.
  for (const entry of bank.journal(0)) if (entry.event.kind !== 'operator') flow.heard(entry);
  bank.onEntry((entry) => flow.heard(entry));

  // Sends requests and receives the PSU's return.
  const recorder = new HistoryRecorder({ history, store, reader });
  const received = new Received({
    history,
    idOf: (seq) => flow.receivedAs(seq),
    hidden: () => flow.hidden,
    environment: () => ({ name: environments.read(LOCAL).name, baseUrl: bank.apiBaseUrl }),
    emit,
    log,
  });
  bank.onReceived(received.add);
  stops.add(() => received.write());
  const clientOf = (id: string) => tlsClientOf(vault, id);
  const proxyFor = (origin: string) => proxyOf(meta.read(META.settings).outgoingProxy, origin);
  const sender = new Sender(recorder, clientOf, flow, proxyFor, (id, used) =>
    environments.idOfOther(id, used),
  );
  stops.add(() => sender.close());
  const pages = new ScaPages();
  const person = new PersonAtBank(pages, () => runs.waitsChanged());
  const receiver = await receiveReturns({
    meta,
    environments,
    psuView: host.psuView,
    awaited: (environment, query) => person.returned(environment, query),
    timeAt,
    flow,
    emit,
    brand: brands.tpp,
    log,
  });
  stops.add(() => receiver.stop());

  const lock = () => {
    vault.lock();
    if (vault.isLocked) {
      sender.forgetKeys();
      runs.forgetKeys();
    }
    emit('status.changed', {});
  };
  const idle = new IdleLock(() => meta.read(META.settings).lockAfterMinutes, lock);
  stops.add(() => idle.stop());
  const runStore = new RunStore(databases.history, vault);
  const runs = new Runs({
    store: runStore,
    root: join(dataFolder, 'collections'),
    list: () => collections.list(),
    waiting: () => person.waiting,
    target: () => targetOf({ bank, vault, environments, openApi, variables, receiver, person, flow }),
    recorder,
    queries,
    flow,
    clientOf,
    proxyOf: proxyFor,
    upload: (id) => transfers.look(id),
    emit,
    inUse: () => idle.touch(),
    log,
  });
  stops.add(() => runs.close());
  bank.onChange(() => emit('status.changed', {}));
  events.subscribe((name) => {
    if (name !== 'certificates.changed') return;
    knowOwn();
    const known = new Set(vault.list().map(({ id }) => id));
    sender.dropClients((id) => !known.has(id));
  });
  stops.add(collections.onChange(() => emit('saved.changed', {})));

  const declaredSecrets = () => {
    const listing = collections.list();
    const known = environments.list().map(({ id }) => ({ variables: variables.list(id) }));
    return secretValuesOf({ environments: known, collections: listing });
  };
  const secrets = () => {
    const declared = declaredSecrets();
    return [...environments.list().flatMap(({ id }) => variables.secrets(id)), ...declared.values];
  };
  const interchange = new Interchange({
    startWorker: host.startWorker,
    collections,
    environments,
    variables,
    transfers,
    secrets,
    deadline: host.longestInterchange,
  });
  stops.add(() => interchange.stop());
  const recording = new Recording({
    bank,
    bankNow,
    environments,
    collections,
    emit,
    declared: () => declaredSecrets().replaced,
  });
  events.subscribe((name, payload) => {
    if (name === 'sca.returned') recording.returned(EVENTS['sca.returned'].parse(payload));
  });

  const aside = new BankBackup({
    dataFolder,
    bank,
    environments,
    kept,
    quirks: meta.access(META.bankQuirks),
  });
  const classFlow = {
    last: () => flowLog.last(),
    rewindTo: (seq: number) => void flowLog.rewindTo(seq),
    note: (text: string) => void flowLog.note(text),
    after: (seq: number) => flowLog.read(seq, MOST_FLOW_EVENTS).events,
    since: meta.access(META.flowSince),
  };
  const isBack = await aside.putBackAtStart((before) => showDiagram(classFlow, before));
  if (isBack !== null) notice(isBack);
  const ownDemonstrations = new OwnFiles(join(dataFolder, 'demonstrations'), CONTROL_CHOICES);
  // Read when a window first wants them.
  let shipped: ReturnType<typeof shippedDemonstrations> | null = null;
  const shippedOnes = () => (shipped ??= shippedDemonstrations(host.shipped.demonstrations, CONTROL_CHOICES));
  const noVariables = { list: () => [], value: () => null };
  const player = new Player({
    bank,
    environments,
    kept,
    flow: classFlow,
    aside,
    sender,
    queries,
    target: () => ({
      ...targetOf(
        { bank, vault, environments, openApi, variables: noVariables, receiver, person, flow },
        environments.read(LOCAL),
      ).target,
      defaults: [],
    }),
    returnPage: (query) => returnPage(brands.tpp, readCallback(query, () => true, Date.now()).callback),
    demonstration: (id) => shippedOnes().get(id)?.demonstration ?? ownDemonstrations.demonstration(id),
    emit,
    // Removes the notice that a restart ended the last demonstration.
    started: () => {
      const at = notices.indexOf(texts.demonstrations.player.putBack);
      if (at >= 0) notices.splice(at, 1);
    },
  });
  stops.add(() => player.close());
  const autoplay = new Autoplay({
    player,
    pace: meta.access(META.demonstrationPace),
    changed: () => emit('demonstrations.changed', {}),
  });
  stops.add(() => autoplay.stop());
  events.subscribe((name, payload) => {
    if (name === 'sca.returned') player.returned(EVENTS['sca.returned'].parse(payload));
  });

  const everythingImport = new EverythingImport(interchange);
  stops.add(() => everythingImport.stop());
  const proxy = new SigningProxy({
    bank,
    timeAt,
    vault,
    environments,
    variables,
    kept,
    collections,
    receiver,
    openApi,
    pages,
    sender,
    emit,
    dataFolder,
    port: meta.access(META.proxyPort),
    token: meta.access(META.proxyToken),
    inUse: () => idle.touch(),
    log,
  });
  stops.add(() => proxy.stop());
  const tap = new Tap({
    bank,
    openApi,
    environments,
    vault,
    sender,
    timeAt,
    hidden: () => flow.hidden,
    emit,
    log,
  });
  stops.add(() => tap.stop());
  events.subscribe((name) => {
    if (name !== 'environments.changed') return;
    for (const one of [proxy, tap])
      void one.environmentsChanged().catch((error: unknown) => log(String(error)));
  });

  const trainee = new Trainee({ environments, vault, flow, emit, log });
  stops.add(() => trainee.stop());
  const trainer = new Trainer({
    folder: join(dataFolder, 'class'),
    kept: meta.access(META.class),
    log,
    brand: brands.bank,
  });
  stops.add(() => trainer.stop());
  void trainer
    .resume()
    .catch((error: unknown) =>
      notice(texts.class.core.notResumed(error instanceof Error ? error.message : String(error))),
    );

  const snapshots = new Snapshots(join(dataFolder, 'snapshots'), bank.operator);
  // The way back leads nowhere once the bank was replaced. A demonstration puts it back itself.
  bank.onEntry(({ fact }) => {
    if (fact.kind === 'reset' && !aside.isTaken) snapshots.remove(texts.bank.clock.beforeMove);
  });

  const handlers = handlersOf({
    proxy,
    tap,
    trainee,
    trainer,
    openApi,
    everythingImport,
    player,
    autoplay,
    ownDemonstrations,
    shippedDemonstrations: shippedOnes,
    secrets,
    clientOf,
    flow,
    flowLog,
    flowExport,
    recording,
    interchange,
    bankPort: meta.access(META.bankPort),
    quirks: meta.access(META.bankQuirks),
    dataFolder,
    version,
    notices,
    host,
    emit,
    lock,
    bank,
    bankNow,
    snapshots,
    vaultAccess,
    vault,
    certificates,
    environments,
    variables,
    kept,
    sender,
    queries,
    runs,
    runStore,
    receiver,
    pages,
    person,
    history,
    bodies: new Bodies({ history, store, reader, queries }),
    collections,
    transfers,
    settings: meta.access(META.settings),
    drafts,
  });
  return {
    dispatch: folder.guarding(
      dispatcher(handlers, log, () => idle.touch(), recording),
      folderLost,
    ),
    onEvent: (listener) => events.subscribe(listener),
    upload: (file, purpose) => transfers.put(file, purpose),
    download: (id) => transfers.take(id),
    stagePage: (id) => player.page(id),
    windows: drafts,
    stop: () => stops.run(),
  };
}

/** Restricts an existing folder to this user. @throws StartError if it is a link or a file */
function ownFolder(path: string): void {
  if (!['none', 'folder'].includes(kindOf(path))) throw new StartError(texts.core.start.folderIsNot(path));
  privateContents(path);
}
