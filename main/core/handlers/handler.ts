/** What all handlers of the contract share. */
import type { Emit, Handlers } from '../../../shared/contract/methods.ts';

/** The handlers of the methods that begin with one of these words. */
export type Of<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

/** Passes a result on after telling the windows what has changed; the status changes with it. */
export function changedBy(emit: Emit, event?: 'certificates.changed' | 'environments.changed') {
  return <T>(value: T): T => {
    if (event !== undefined) emit(event, {});
    emit('status.changed', {});
    return value;
  };
}
