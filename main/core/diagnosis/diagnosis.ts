/** Why another bank may have refused a request: it does not say, so all causes are checked here, and sorted by likelihood. */
import type { Cause } from '../../../shared/contract/exchange.ts';
import { ACCESS_CHECKS } from './access.ts';
import { CHECKS, type Group, type Refused } from './causes.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';

/** Most likely first; empty if only the bank's own words say why. Null without a refusal. */
export function diagnosisOf(refused: Refused): Cause[] | null {
  const { status } = refused;
  if (status < 400) return null;
  if (status === 404 || status === 405) return addressCauses(refused);
  if (status === 429 || status >= 500) return bankCauses(status);
  const groups = [400, 401, 403].includes(status) ? groupsOf(status, refused.code) : null;
  if (groups === null) return [];
  const rank = { wrong: 0, possible: 1, right: 2 } as const;
  return [...ACCESS_CHECKS, ...CHECKS]
    .map((look) => look(refused))
    .filter((found) => found !== null)
    .filter(({ group }) => groups.includes(group))
    .sort((a, b) => rank[a.check] - rank[b.check] || groups.indexOf(a.group) - groups.indexOf(b.group))
    .map(({ check, title, text, rule }) => ({ check, title, text, rule }));
}

/** The groups that a code suggests, most likely first; null if it is about something else. */
function groupsOf(status: number, code: string | null): Group[] | null {
  const all: Group[] = ['signature', 'time', 'certificate', 'role'];
  if (code === null && status === 400) return all;
  if (code === null) return ['access', 'certificate', 'role', 'signature', 'time'];
  if (code.startsWith('TIMESTAMP')) return ['time', 'signature', 'certificate', 'role'];
  if (code.startsWith('SIGNATURE')) return all;
  if (code.startsWith('CERTIFICATE')) return ['certificate', 'role', 'signature', 'time'];
  if (code === 'ROLE_INVALID') return ['role', 'certificate', 'signature', 'time'];
  // The signature is checked before (SVC-11).
  if (/^(?:CONSENT|PSU|CORPORATE_ID|TOKEN)_/.test(code)) return ['access'];
  return null;
}

const t = texts.core.causes;

const cause = (check: Cause['check'], title: string, text: string, rule: RuleId): Cause => ({
  check,
  title,
  text,
  rule,
});

/** Causes of a 404 or 405, most likely first. */
function addressCauses({ prepared, target, operation, code, certificate, ids, idOfOther }: Refused): Cause[] {
  const { origin, pathname } = new URL(prepared.url);
  const own = target.split('?', 1)[0] ?? '';
  const base = origin + (pathname.endsWith(own) ? pathname.slice(0, -own.length) : '');
  const isDoubled = pathname.includes('/v1/v1/');
  const hasId = operation?.path.includes('-id}') === true;
  const other = ids.map(idOfOther).find((name) => name !== null);
  const ofBase = isDoubled ? [] : [cause('possible', t.baseUrl, t.baseUrlText(base), 'SVC-6')];
  const ofId = !hasId
    ? []
    : [
        ...(other === undefined
          ? [cause('possible', t.idUnknown, t.idUnknownText, 'SVC-6')]
          : [cause('wrong', t.idOfOther(other), t.idOfOtherText, 'SVC-6')]),
        cause(
          'possible',
          t.idOfOtherTpp,
          t.idOfOtherTppText(certificate.organizationIdentifier ?? t.thisCertificate),
          'SVC-6',
        ),
      ];
  return [
    ...(isDoubled ? [cause('wrong', t.versionTwice, t.versionTwiceText, 'SVC-6')] : []),
    ...(operation?.path.startsWith(SANDBOX) === true
      ? [cause('wrong', t.onlyLocal, t.onlyLocalText, 'SVC-2')]
      : []),
    // A code is from the API itself, so that the base URL leads there.
    ...(code === null && other === undefined ? [...ofBase, ...ofId] : [...ofId, ...ofBase]),
    cause('possible', t.notOffered, t.notOfferedText(operation?.title ?? own), 'SVC-6'),
  ];
}

/** SVC-2: the simulator's own operations. */
const SANDBOX = '/v1/sandbox/';

/** Causes of a 429 or 5xx. */
function bankCauses(status: number): Cause[] {
  return status === 429
    ? [cause('possible', t.tooMany, t.tooManyText, 'ERR-1')]
    : [cause('possible', t.bankFault, t.bankFaultText, 'ERR-1')];
}
