/** What a placeholder stands for: a variable of the environment, or what the workbench knows by itself. */
import { randomUUID } from 'node:crypto';
import { osloDate } from '../../../shared/norway/oslo.ts';
import type { Lookup } from './placeholders.ts';
import type { Environment } from '../environments/environments.ts';
import type { Variables } from './variables.ts';

/** A variable of the person's own goes before one of ours. @param now bank time in milliseconds */
export function lookupIn(environment: Environment, variables: Variables, now: number): Lookup {
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
