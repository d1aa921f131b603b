/** Why another bank may not know an address, or may not answer as it should: nothing that a signature could change. */
import type { Cause } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import type { Refused } from './causes.ts';

const t = texts.core.causes;

const cause = (check: Cause['check'], title: string, text: string, rule: RuleId): Cause => ({
  check,
  title,
  text,
  rule,
});

/** Of a 404 or 405, most likely first. */
export function addressCauses({ prepared, target, operation }: Refused): Cause[] {
  const { origin, pathname } = new URL(prepared.url);
  const own = target.split('?', 1)[0] ?? '';
  const base = origin + (pathname.endsWith(own) ? pathname.slice(0, -own.length) : '');
  const isDoubled = pathname.includes('/v1/v1/');
  const hasId = operation?.path.includes('-id}') === true;
  return [
    ...(isDoubled ? [cause('wrong', t.versionTwice, t.versionTwiceText, 'SVC-6')] : []),
    ...(operation?.path.startsWith(SANDBOX) === true
      ? [cause('wrong', t.onlyLocal, t.onlyLocalText, 'SVC-2')]
      : []),
    ...(isDoubled ? [] : [cause('possible', t.baseUrl, t.baseUrlText(base), 'SVC-6')]),
    ...(hasId ? [cause('possible', t.idUnknown, t.idUnknownText, 'SVC-6')] : []),
    cause('possible', t.notOffered, t.notOfferedText(operation?.title ?? own), 'SVC-6'),
  ];
}

/** SVC-2: what is below it is the simulator's own. */
const SANDBOX = '/v1/sandbox/';

/** Of a 429, or a fault of the bank itself. */
export function bankCauses(status: number): Cause[] {
  return status === 429
    ? [cause('possible', t.tooMany, t.tooManyText, 'ERR-1')]
    : [cause('possible', t.bankFault, t.bankFaultText, 'ERR-1')];
}
