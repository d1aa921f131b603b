/**
 * Why another bank may have refused a request. It does not report what it checked, so every cause that can be checked
 * here is checked, and the causes are sorted by likelihood.
 */
import type { Cause } from '../../../shared/contract/exchange.ts';
import { addressCauses, bankCauses } from './address.ts';
import { CHECKS, type Group, type Refused } from './causes.ts';

/** Most likely first; none if only the bank's own words say why. Null if it has not refused. */
export function diagnosisOf(refused: Refused): Cause[] | null {
  const { status } = refused;
  if (status < 400) return null;
  if (status === 404 || status === 405) return addressCauses(refused);
  if (status === 429 || status >= 500) return bankCauses(status);
  const groups = [400, 401, 403].includes(status) ? groupsOf(refused.code) : null;
  if (groups === null) return [];
  const rank = { wrong: 0, possible: 1, right: 2 } as const;
  return CHECKS.map((look) => look(refused))
    .filter((found) => found !== null)
    .sort((a, b) => rank[a.check] - rank[b.check] || groups.indexOf(a.group) - groups.indexOf(b.group))
    .map(({ check, title, text, rule }) => ({ check, title, text, rule }));
}

/** The kinds of cause that a code suggests, most likely first; null for a code about something else. */
function groupsOf(code: string | null): Group[] | null {
  const all: Group[] = ['signature', 'time', 'certificate', 'role'];
  if (code === null) return all;
  if (code.startsWith('TIMESTAMP')) return ['time', 'signature', 'certificate', 'role'];
  if (code.startsWith('SIGNATURE')) return all;
  if (code.startsWith('CERTIFICATE')) return ['certificate', 'role', 'signature', 'time'];
  if (code === 'ROLE_INVALID') return ['role', 'certificate', 'signature', 'time'];
  return null;
}
