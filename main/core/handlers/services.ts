/** What the handlers of the contract work with; put together once, in workbench.ts. */
import type { Bank } from '../../../bank-sim/index.ts';
import type { Emit, Handlers } from '../../../shared/contract/methods.ts';
import type { Drafts } from '../../../shared/contract/saved.ts';
import type { Settings, Status } from '../../../shared/contract/status.ts';
import type { Bodies } from '../history/bodies/bodies.ts';
import type { BodyReader } from '../history/bodies/body-reader.ts';
import type { BodyStore } from '../history/bodies/body-store.ts';
import type { Snapshots } from '../bank/snapshots.ts';
import type { Certificates } from '../certificates/certificates.ts';
import type { Vault } from '../certificates/vault.ts';
import type { Connections } from '../sending/connections.ts';
import type { Collections } from '../collections/collections.ts';
import type { Environments } from '../environments/environments.ts';
import type { Variables } from '../variables/variables.ts';
import type { History } from '../history/history.ts';
import type { ScaPages } from '../sca/pages.ts';
import type { Receiver } from '../sca/receiver.ts';
import type { Transfers } from '../transfers.ts';
import type { WorkbenchOptions } from '../workbench.ts';

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

/** The handlers of the methods that begin with one of these words. */
export type Of<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

/** Passes a result on after telling the window what it changed. */
export function changedBy(emit: Emit, event: 'certificates.changed' | 'environments.changed') {
  return <T>(value: T): T => {
    emit(event, {});
    emit('status.changed', {});
    return value;
  };
}
