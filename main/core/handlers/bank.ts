/** The local bank as its operator sees and controls it. */
import { randomUUID } from 'node:crypto';
import { CONTROL_CHOICES } from '../../../bank-sim/index.ts';
import { StartError } from '../../../shared/node/start-error.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { MAX_CLOCK_DEVIATION } from '../../../shared/xs2a/bank-limits.ts';
import type { SnapshotFile } from '../bank/snapshot-file.ts';
import { valueOf } from '../bank/snapshots.ts';
import { restoreWorkbenchSide, workbenchSide } from '../bank/workbench-side.ts';
import type { HandlerParts, Of } from './handler.ts';

const t = texts.core.bank;

export function bankHandlers({
  bank,
  environments,
  snapshots,
  vault,
  player,
  quirks,
  bankPort,
  sender,
  interchange,
  transfers,
  emit,
}: HandlerParts): Of<'bank'> {
  const { operator, inspection } = bank;
  const changed = () => {
    emit('environments.changed', {});
    emit('status.changed', {});
  };
  /** After a reset, or a restore without the workbench's side, the bank no longer knows the PSU. */
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
      // One that is ahead is no way back to real time.
      const isAhead = from - Date.now() > MAX_CLOCK_DEVIATION * 1000;
      if (!('mode' in move) && !isAhead && !player.state().aside)
        snapshots.renew(texts.bank.clock.beforeMove, workbenchSide(environments));
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
      bankPort.write(port);
      sender.renew();
    },
    'bank.stop': () => bank.stopListening(),
    'bank.batch': () => operator.runBatch(),
    'bank.operate': ({ id, action }) => void valueOf(operator.actOnPayment(id, action)),
    'bank.revoke': ({ id }) => valueOf(operator.revokeConsent(id)),
    'bank.permit': ({ id, payments }) => valueOf(operator.permitPayments(id, payments)),
    'bank.registerTpp': ({ id, ...change }) => void valueOf(operator.registerTpp(id, change)),
    'bank.blockTpp': ({ id, blocked }) => operator.blockTpp(id, blocked),
    'bank.quirk': ({ name, value }) => {
      const turned = operator.setQuirk(name, value);
      if (!turned.done) throw new HostError('bad-input', turned.refusal.text);
      quirks.write({ ...quirks.read(), [name]: value });
    },
    'bank.addScenario': (input) => void valueOf(operator.addScenario(input)),
    'bank.removeScenario': ({ id }) => valueOf(operator.removeScenario(id)),
    'bank.reset': ({ clock }) => {
      valueOf(operator.reset(clock));
      forgotten();
    },
    'bank.snapshots': () => ({ snapshots: snapshots.list() }),
    'bank.takeSnapshot': ({ name }) =>
      snapshots.take(name, workbenchSide(environments), player.state().aside),
    'bank.restoreSnapshot': ({ name }) => {
      const kept = snapshots.restore(name);
      if (kept === null) forgotten();
      else {
        restoreWorkbenchSide({ environments, vault }, kept);
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
    'bank.removeSnapshot': ({ name }) => snapshots.remove(name),
  };
}

/** @throws HostError with the given text if the thing does not exist */
function present<T>(found: T | null, text: string): T {
  if (found === null) throw new HostError('not-found', text);
  return found;
}
