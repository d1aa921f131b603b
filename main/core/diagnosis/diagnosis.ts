/**
 * Why another bank may have said no. It does not tell what it saw, so every cause that can be checked here is checked,
 * and the causes are put in order of likelihood.
 */
import type { Cause } from '../../../shared/contract/exchange.ts';
import { CHECKS, type Group, type Refused } from './causes.ts';

/** Most likely first; null where the answer is not about signature or certificate. */
export function diagnosisOf(refused: Refused): Cause[] | null {
  if (![400, 401, 403].includes(refused.status)) return null;
  const groups = groupsOf(refused.code);
  if (groups === null) return null;
  const rank = { wrong: 0, possible: 1, right: 2 } as const;
  return CHECKS.map((look) => look(refused))
    .filter((found) => found !== null)
    .sort((a, b) => rank[a.check] - rank[b.check] || groups.indexOf(a.group) - groups.indexOf(b.group))
    .map(({ check, title, text, rule }) => ({ check, title, text, rule }));
}

/** Which kinds of cause a code speaks of, most likely first; null for a code that is about something else. */
function groupsOf(code: string | null): Group[] | null {
  const all: Group[] = ['signature', 'time', 'certificate', 'role'];
  if (code === null) return all;
  if (code.startsWith('TIMESTAMP')) return ['time', 'signature', 'certificate', 'role'];
  if (code.startsWith('SIGNATURE')) return all;
  if (code.startsWith('CERTIFICATE')) return ['certificate', 'role', 'signature', 'time'];
  if (code === 'ROLE_INVALID') return ['role', 'certificate', 'signature', 'time'];
  return null;
}
