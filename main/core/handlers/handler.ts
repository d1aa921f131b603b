/** What all handlers of the contract share. */
import type { Emit, Handlers } from '../../../shared/contract/methods.ts';

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
