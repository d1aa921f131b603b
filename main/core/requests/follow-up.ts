/** What a response means for the rest of the workbench, whoever has composed the request. */
import type { Bank } from '../../../bank-sim/index.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { Emit } from '../../../shared/contract/methods.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Environment, Environments } from '../environments/environments.ts';
import { noteAnswer } from '../sca/callback.ts';
import type { ScaPages } from '../sca/pages.ts';
import { sentenceOf } from '../store/disk.ts';

export interface FollowUpParts {
  bank: Pick<Bank, 'now'>;
  environments: Pick<Environments, 'forgetLocalPsu' | 'sessions' | 'recentIds'>;
  pages: ScaPages;
  emit: Emit;
}

/**
 * Notes what follows from an exchange. The request was sent, and perhaps a payment made: nothing that fails now may hide the response.
 * @param environment that it was sent from; another one may be in use by now
 * @param first what the caller does with the response
 * @returns the exchange, which says what could not be noted
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
  const failures = [
    first,
    () => noteAnswer(exchange, id, { pages, sessions, bankNow }),
    () => recentIds.note(id, exchange),
    () => {
      if (!isLocal || exchange.operation !== 'initializeSandbox' || exchange.status !== 201) return;
      environments.forgetLocalPsu(bank.now());
      emit('environments.changed', {});
    },
  ].flatMap(failureOf);
  const [reason] = failures;
  if (reason === undefined || exchange.notKept !== null) return exchange;
  return { ...exchange, notKept: texts.core.exchange.notFollowed(reason) };
}

function failureOf(work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [sentenceOf(error)];
  }
}
