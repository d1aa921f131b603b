/** The local bank as its operator sees and controls it. */
import { randomUUID } from 'node:crypto';
import { type Bank, CONTROL_CHOICES } from '../../../bank-sim/index.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { BankMemory } from '../bank/local-bank.ts';
import type { SnapshotFile } from '../bank/snapshot-file.ts';
import { type Snapshots, valueOf } from '../bank/snapshots.ts';
import { restoreWorkbenchSide, workbenchSide, type WorkbenchSideParts } from '../bank/workbench-side.ts';
import type { Player } from '../demonstrations/player.ts';
import type { Environments } from '../environments/environments.ts';
import type { Interchange } from '../interchange/interchange.ts';
import type { Sender } from '../requests/sender.ts';
import type { Transfers } from '../transfers.ts';
import type { Of } from './handler.ts';

const t = texts.core.bank;

export interface BankParts extends BankMemory {
  bank: Pick<Bank, 'operator' | 'inspection' | 'now' | 'listen' | 'stopListening'>;
  environments: Pick<Environments, 'forgetLocalPsu'>;
  snapshots: Snapshots;
  /** What a snapshot keeps of the workbench. */
  side: WorkbenchSideParts;
  /** Whether the bank is that of a demonstration. */
  player: Pick<Player, 'state'>;
  sender: Pick<Sender, 'renew'>;
  /** Reads a snapshot that came as a file. */
  interchange: Pick<Interchange, 'ask'>;
  transfers: Pick<Transfers, 'drop' | 'look' | 'offer'>;
  emit: Emit;
}

export function bankHandlers({
  bank,
  environments,
  snapshots,
  side,
  player,
  keepQuirk,
  keepBankPort,
  sender,
  interchange,
  transfers,
  emit,
}: BankParts): Of<'bank'> {
  const { operator, inspection } = bank;
  const changed = () => {
    emit('environments.changed', {});
    emit('status.changed', {});
  };
  /** After a reset or a restore without the workbench's side the earlier PSU-IDs no longer belong to anybody. */
  const forgotten = () => {
    environments.forgetLocalPsu(bank.now());
    changed();
  };
  return {
    'bank.controlCalls': () => ({ calls: [...CONTROL_CHOICES] }),
    'bank.overview': ({ search }) => inspection.overview(search),
    'bank.counts': () => inspection.counts(),
    'bank.payment': ({ id }) => present(inspection.payment(id), t.paymentGone),
    'bank.basket': ({ id }) => present(inspection.basket(id), t.basketGone),
    'bank.account': ({ id, page }) => present(inspection.account(id, page), t.accountGone),
    'bank.clock': async (move) => {
      const from = bank.now();
      valueOf(await operator.moveClock(move));
      return { from, to: bank.now() };
    },
    'bank.start': async ({ port }) => {
      try {
        await bank.listen(port);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        throw new HostError('refused', t.portInUse(port));
      }
      keepBankPort(port);
      // Connections to the previous port are useless now.
      sender.renew();
      return {};
    },
    'bank.stop': async () => {
      await bank.stopListening();
      return {};
    },
    'bank.batch': () => operator.runBatch(),
    'bank.operate': ({ id, action }) => {
      valueOf(operator.actOnPayment(id, action));
      return {};
    },
    'bank.revoke': ({ id }) => {
      valueOf(operator.revokeConsent(id));
      return {};
    },
    'bank.permit': ({ id, payments }) => {
      valueOf(operator.permitPayments(id, payments));
      return {};
    },
    'bank.registerTpp': ({ id, ...change }) => {
      valueOf(operator.registerTpp(id, change));
      return {};
    },
    'bank.blockTpp': ({ id, blocked }) => {
      operator.blockTpp(id, blocked);
      return {};
    },
    'bank.quirk': ({ name, value }) => {
      const turned = operator.setQuirk(name, value);
      if (!turned.done) throw new HostError('bad-input', turned.refusal.text);
      keepQuirk(name, value);
      return {};
    },
    'bank.addScenario': (input) => {
      valueOf(operator.addScenario(input));
      return {};
    },
    'bank.removeScenario': ({ id }) => {
      valueOf(operator.removeScenario(id));
      return {};
    },
    'bank.reset': ({ clock }) => {
      valueOf(operator.reset(clock));
      forgotten();
      return {};
    },
    'bank.snapshots': () => ({ snapshots: snapshots.list() }),
    'bank.takeSnapshot': ({ name }) => {
      snapshots.take(name, workbenchSide(side), player.state().aside);
      return {};
    },
    'bank.restoreSnapshot': ({ name }) => {
      const kept = snapshots.restore(name);
      if (kept === null) forgotten();
      else {
        restoreWorkbenchSide(side, kept);
        changed();
      }
      return { withWorkbench: kept !== null };
    },
    'bank.saveSnapshot': ({ name }) => ({ download: transfers.offer(snapshots.file(name)) }),
    'bank.addSnapshot': async ({ file }) => {
      const { name, bytes } = transfers.look(file, 'work');
      transfers.drop(file);
      const task = { kind: 'work', wanted: 'snapshot', name, bytes } as const;
      return { name: snapshots.keep(await interchange.ask<SnapshotFile>(randomUUID(), task)) };
    },
    'bank.removeSnapshot': ({ name }) => {
      snapshots.remove(name);
      return {};
    },
  };
}

/** @throws HostError with the given text if the thing does not exist */
function present<T>(found: T | null, text: string): T {
  if (found === null) throw new HostError('not-found', text);
  return found;
}
