/** The effects of a response on the rest of the workbench: SCA in progress, recent ids, the local PSU. */
import type { Bank } from '../../../bank-sim/index.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import { noteAnswer } from '../sca/callback.ts';
import type { ScaPages } from '../sca/allowed-pages.ts';
import { sentenceOf } from '../store/disk.ts';

export interface FollowUpParts {
  bank: Pick<Bank, 'now'>;
  environments: Pick<Environments, 'forgetLocalPsu' | 'sessions' | 'recentIds'>;
  pages: ScaPages;
  emit: Emit;
}

/**
 * Applies the effects of an exchange. The request was sent, perhaps a payment made: no failure here may hide the response.
 * @param environment that it was sent from; another one may be in use by now
 * @param first the caller's own work
 * @returns the exchange, which names what failed
 */
export function followUp(
  exchange: Exchange,
  { id, kind }: Pick<Environment, 'id' | 'kind'>,
  { bank, environments, pages, emit }: FollowUpParts,
  first: () => void = () => undefined,
): Exchange {
  const { sessions, recentIds } = environments;
  const isLocal = kind === 'local';
  const bankNow = isLocal ? bank.now() : Date.now();
  let failure: string | null = null;
  for (const apply of [
    first,
    () => noteAnswer(exchange, id, { pages, sessions, bankNow }),
    () => recentIds.note(id, exchange),
    () => {
      if (!isLocal || exchange.operation !== 'initializeSandbox' || exchange.status !== 201) return;
      environments.forgetLocalPsu(bank.now());
      emit('environments.changed', {});
    },
  ])
    try {
      apply();
    } catch (error) {
      failure ??= sentenceOf(error);
    }
  if (failure === null || exchange.notKept !== null) return exchange;
  return { ...exchange, notKept: texts.core.exchange.notFollowed(failure) };
}
