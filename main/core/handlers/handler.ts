/** The services that the handlers use, and the types of handlers. */
import type { OpenApiDocuments } from '../environments/openapi.ts';
import type { Trainee } from '../class/trainee.ts';
import type { Trainer } from '../class/trainer.ts';
import type { Tap } from '../tap/tap.ts';
import type { Bank } from '../../../bank-sim/index.ts';
import type { Emit, Handlers } from '../../../shared/contract/methods.ts';
import type { Settings } from '../../../shared/contract/status.ts';
import type { Snapshots } from '../bank/snapshots.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { VaultAccess } from '../certificates/vault-access.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Collections } from '../collections/collections.ts';
import type { OpenDrafts } from '../collections/open-drafts.ts';
import type { Recording } from '../collections/recording.ts';
import type { Autoplay } from '../demonstrations/autoplay.ts';
import type { OwnFiles, shippedDemonstrations } from '../demonstrations/demonstration-files.ts';
import type { Player } from '../demonstrations/player.ts';
import type { Environments } from '../environments/environments.ts';
import type { Variables } from '../environments/variables.ts';
import type { FlowExport } from '../flow/export.ts';
import type { FlowLog } from '../flow/log.ts';
import type { FlowRecord } from '../flow/record.ts';
import type { Bodies } from '../history/bodies.ts';
import type { BodyQueries } from '../history/bodies/body-queries.ts';
import type { History } from '../history/history.ts';
import type { HostPort } from '../host-port.ts';
import type { Interchange } from '../interchange/interchange.ts';
import type { SigningProxy } from '../proxy/signing-proxy.ts';
import { type CapturedValues } from '../requests/variable-lookup.ts';
import type { TlsClient } from '../requests/connection.ts';
import type { Sender } from '../requests/sender.ts';
import type { PersonAtBank } from '../runs/person.ts';
import type { RunStore } from '../runs/run-store.ts';
import type { Runs } from '../runs/runs.ts';
import type { ScaPages } from '../sca/allowed-pages.ts';
import type { Receiver } from '../sca/receiver.ts';
import type { EverythingImport } from '../settings/import-all.ts';
import type { Transfers } from '../transfers.ts';

/** A small value that survives a restart. */
interface Stored<T> {
  read: () => T;
  write: (value: T) => void;
}

export interface HandlerParts {
  autoplay: Autoplay;
  bank: Bank;
  /** Milliseconds of the bank in use, whose clock may have been moved. */
  bankNow: () => number;
  bankPort: Stored<number | null>;
  bodies: Bodies;
  certificates: Certificates;
  /** Certificate and key of a TLS client, by id. @throws HostError while the vault is locked */
  clientOf: (certificateId: string) => TlsClient;
  collections: Collections;
  dataFolder: string;
  drafts: OpenDrafts;
  emit: Emit;
  environments: Environments;
  everythingImport: EverythingImport;
  flow: FlowRecord;
  flowExport: FlowExport;
  flowLog: FlowLog;
  history: History;
  host: HostPort;
  interchange: Interchange;
  kept: CapturedValues;
  /** Locks the vault, and ends everything that has one of its keys in memory. */
  lock: () => void;
  notices: readonly string[];
  ownDemonstrations: OwnFiles;
  shippedDemonstrations: () => ReturnType<typeof shippedDemonstrations>;
  pages: ScaPages;
  person: PersonAtBank;
  player: Player;
  proxy: SigningProxy;
  tap: Tap;
  trainee: Trainee;
  trainer: Trainer;
  openApi: OpenApiDocuments;
  queries: BodyQueries;
  quirks: Stored<Record<string, string | boolean>>;
  receiver: Receiver;
  recording: Recording;
  runs: Runs;
  runStore: RunStore;
  /** The values of all secret variables. @throws HostError while the vault is locked */
  secrets: () => string[];
  sender: Sender;
  settings: Stored<Settings>;
  snapshots: Snapshots;
  transfers: Transfers;
  variables: Variables;
  vault: Vault;
  vaultAccess: VaultAccess;
  version: string;
}

/** The handlers of the methods with one of these prefixes. */
export type Of<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

/** Returns a function that emits the change events and passes a result on. The status changes with each of them. */
export function changedBy(emit: Emit, event?: 'certificates.changed' | 'environments.changed') {
  return <T>(value: T): T => {
    if (event !== undefined) emit(event, {});
    emit('status.changed', {});
    return value;
  };
}
