/** The value of a placeholder: a variable of the environment, or a value that the workbench provides. */
import { randomUUID } from 'node:crypto';
import { osloDate } from '../../../shared/norway/oslo.ts';
import type { Lookup } from './placeholders.ts';
import type { Variables } from './variables.ts';

/** Values of an environment that the workbench provides. */
export interface KnownValues {
  id: string;
  psuId: string | null;
  corporateId: string | null;
  sessionId: string;
}

/** A variable that the user has set takes precedence over a built-in one. @param now bank time in milliseconds */
export function lookupIn(environment: KnownValues, variables: Pick<Variables, 'value'>, now: number): Lookup {
  const known = new Map<string, () => string | null>([
    ['psuId', () => environment.psuId],
    ['psuCorporateId', () => environment.corporateId],
    ['sessionId', () => environment.sessionId],
    ['today', () => osloDate(now)],
    ['uuid', () => randomUUID()],
  ]);
  return (name) => {
    const own = variables.value(environment.id, name);
    if (own !== null) return own;
    const value = known.get(name)?.() ?? null;
    return value === null ? null : { value, secret: false };
  };
}
