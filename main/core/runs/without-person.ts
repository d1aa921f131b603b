/** What a run leaves out at a bank whose pages need a person, if there is nobody. */
import type { PlannedItem } from '../../../shared/collections/plan.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { flowOfPath } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { RunTarget } from './target.ts';

const t = texts.running.sca;

/**
 * Leaves out SCAs, and the requests behind one in the same flow. In a session that has begun, a consent is already given.
 * @returns the same items, with the reasons, and how many steps are left out
 */
export function withoutPerson(
  items: readonly PlannedItem[],
  { pages, person, session }: Pick<RunTarget, 'pages' | 'person' | 'session'>,
): { items: readonly PlannedItem[]; leftOut: number } {
  if (pages !== null || person !== null) return { items, leftOut: 0 };
  let leftOut = 0;
  let flow: string | null = null;
  let behind: string | null = null;
  let asksForConsent = false;
  const reasonOf = ({ name, request, consent, sca }: Step): string | null => {
    if (request !== undefined) {
      asksForConsent = request.operation === 'createConsent';
      return behind === null ? null : t.behind(behind);
    }
    if (sca === undefined && consent === undefined) return null;
    if (session !== null && behind === null && (consent !== undefined || asksForConsent)) return t.hasSession;
    behind ??= name;
    return t.needsPerson;
  };
  const without = (item: PlannedItem): PlannedItem => {
    if ('damage' in item) return item;
    if ('items' in item)
      return item.repeats.skip === undefined ? { ...item, items: item.items.map(without) } : item;
    if (item.step.skip !== undefined) return item;
    if (item.included !== null) return { ...item, included: item.included.map(without) };
    const skip = reasonOf(item.step);
    if (skip === null) return item;
    if (skip !== t.hasSession) leftOut++;
    return { ...item, step: { ...item.step, skip } };
  };
  const all = items.map((item) => {
    const next = flowOfPath(item.path);
    if (next !== flow) [flow, behind, asksForConsent] = [next, null, false];
    return without(item);
  });
  return { items: all, leftOut };
}
