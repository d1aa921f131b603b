/** The local bank from inside: its operator's screen and levers. */
import { z } from 'zod';
import { StartError } from '../../../shared/node/start-error.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Of, Services } from './services.ts';
import { answerOf } from '../bank/snapshots.ts';

const t = texts.core.bank;

const bankState = z.object({ nextBatch: z.string() });
const batchResult = z.object({ settled: z.number(), rejected: z.number(), retried: z.number() });

export function bankHandlers({
  bank,
  environments,
  snapshots,
  keepQuirk,
  keepBankPort,
  connections,
  emit,
}: Services): Of<'bank'> {
  const post = (path: string, body: unknown = {}) => answerOf(bank.control('POST', path, body));
  /** After a reset or a restore the psu-ids of before are nobody's. */
  const forgotten = () => {
    environments.forgetLocalPsu(bank.now());
    emit('environments.changed', {});
    emit('status.changed', {});
  };
  return {
    'bank.overview': ({ search }) => bank.inspection.overview(search),
    'bank.payment': ({ id }) => present(bank.inspection.payment(id), t.paymentGone),
    'bank.basket': ({ id }) => present(bank.inspection.basket(id), t.basketGone),
    'bank.account': ({ id, page }) => present(bank.inspection.account(id, page), t.accountGone),
    'bank.clock': (move) => {
      const state = bankState.parse(answerOf(bank.control('GET', '/control/state')));
      post('/control/clock', 'toNextBatch' in move ? { set: state.nextBatch } : move);
      return {};
    },
    'bank.start': async ({ port }) => {
      try {
        await bank.listen(port);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        throw new HostError('refused', t.portInUse(port));
      }
      keepBankPort(port);
      connections.forget();
      return {};
    },
    'bank.stop': async () => {
      await bank.hangUp();
      return {};
    },
    'bank.batch': () => batchResult.parse(post('/control/batch')),
    'bank.operate': ({ id, action }) => {
      post(`/control/payments/${encodeURIComponent(id)}/${action}`);
      return {};
    },
    'bank.revoke': ({ id }) => {
      post(`/control/consents/${encodeURIComponent(id)}/revoke`);
      return {};
    },
    'bank.permit': ({ id, payments }) => {
      post(`/control/accounts/${encodeURIComponent(id)}/permission`, { payments });
      return {};
    },
    'bank.quirk': ({ name, value }) => {
      try {
        bank.setQuirk(name, value);
      } catch (error) {
        throw error instanceof RangeError ? new HostError('bad-input', error.message) : error;
      }
      keepQuirk(name, value);
      return {};
    },
    'bank.addScenario': (input) => {
      post('/control/scenarios', input);
      return {};
    },
    'bank.removeScenario': ({ id }) => {
      answerOf(bank.control('DELETE', `/control/scenarios/${encodeURIComponent(id)}`));
      return {};
    },
    'bank.reset': () => {
      bank.reset();
      forgotten();
      return {};
    },
    'bank.snapshots': () => ({ snapshots: snapshots.list() }),
    'bank.takeSnapshot': ({ name }) => {
      snapshots.take(name);
      return {};
    },
    'bank.restoreSnapshot': ({ name }) => {
      snapshots.restore(name);
      forgotten();
      return {};
    },
    'bank.removeSnapshot': ({ name }) => {
      snapshots.remove(name);
      return {};
    },
  };
}

/** @throws HostError with the text for what is gone */
function present<T>(found: T | null, text: string): T {
  if (found === null) throw new HostError('not-found', text);
  return found;
}
