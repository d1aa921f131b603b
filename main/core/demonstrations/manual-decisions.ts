/** Manual decisions at the bank's page in place of a demonstration's, and other changes from outside. */
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { Payload } from '../../../shared/contract/methods.ts';
import type { ScaStep } from '../../../shared/collections/steps.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import type { Overview } from '../../../shared/xs2a/inspection.ts';

export interface DecidedByHand {
  outcome: Exclude<Playing['byHand'], 'asked' | null>;
  /** Name of the PSU; null if unknown. */
  psu: string | null;
  /** For whom the PSU acted; null without a decision. */
  as: { context: 'PRIVATE' | 'CORPORATE'; company: string | null } | null;
  /** The address of the redirect. */
  href: string;
}

export interface SinceShown {
  /** The page has been opened, or the PSU has acted there. */
  isAsked: boolean;
  /** There are other changes. */
  isChanged: boolean;
}

export const NOTHING_SINCE: SinceShown = { isAsked: false, isChanged: false };

/** @param events since the position was played @param page the next page for the PSU, or null */
export function sinceShown(events: readonly FlowEvent[], page: string | null): SinceShown {
  const path = page === null ? null : new URL(page).pathname;
  const asked = new Set<number>();
  let isChanged = false;
  for (const event of events) {
    const { cause, seq } = event;
    if ((cause !== null && asked.has(cause)) || (path !== null && isAt(event, path))) asked.add(seq);
    // Automatic steps of the bank, after the decision or by its clock, have no cause.
    else if (event.kind !== 'step' || cause !== null) isChanged = true;
  }
  return { isAsked: asked.size > 0, isChanged };
}

function isAt(event: FlowEvent, path: string): boolean {
  if (event.kind === 'opened') return URL.parse(event.link)?.pathname === path;
  return event.kind === 'request' && event.from === 'psu' && event.target.startsWith(path);
}

/** @param events since the position was played */
export function decidedByHand(
  events: readonly FlowEvent[],
  { outcome, parameters }: Pick<Payload<'sca.returned'>, 'outcome' | 'parameters'>,
  redirectUri: string,
): DecidedByHand {
  const decision = events.findLast((event) => event.kind === 'decision');
  const failure = decision?.decision === 'abort' ? 'aborted' : 'failed';
  return {
    outcome: outcome === 'success' ? 'approved' : failure,
    psu: decision?.psu ?? null,
    as: decision === undefined ? null : { context: decision.context, company: decision.company },
    href: `${redirectUri}?${queryAsSent(events, parameters)}`,
  };
}

export type Known = Pick<Overview, 'agreements' | 'customers'>;

/**
 * Whether the decision is the one that the demonstration describes.
 * @param written with its variables filled in @param acted the company for which the PSU acted before, or null
 */
export function isAsWritten(
  { outcome, psu, as }: DecidedByHand,
  written: ScaStep,
  acted: string | null,
  { customers, agreements }: Known,
): boolean {
  if ((outcome === 'aborted') !== (written.decision === 'abort')) return false;
  // An abort has no context.
  if (outcome === 'aborted' || as === null) return true;
  const isWanted = customers.some(
    ({ name, number }) =>
      name === psu && [name, number].includes(written.psu.replaceAll(/(?<=\d) (?=\d)/g, '')),
  );
  if (psu !== null && !isWanted) return false;
  const { agreement } = written;
  const companies = agreements
    .filter(({ id, name, owner }) => [id, name, owner].some((one) => one.includes(agreement ?? '')))
    .map(({ owner }) => owner);
  if (agreement !== undefined && !companies.includes(as.company ?? '')) return false;
  // The page's default: as before, and a company with its own number for itself.
  const usual = acted === null && as.company !== psu ? 'PRIVATE' : 'CORPORATE';
  return as.context === (written.context ?? (agreement === undefined ? usual : 'CORPORATE'));
}

/** The query as the bank wrote it. If the event was cut or masked, it is built from its values. */
function queryAsSent(
  events: readonly FlowEvent[],
  parameters: Payload<'sca.returned'>['parameters'],
): string {
  const query = new URLSearchParams(parameters.map(({ name, value }) => [name, value])).toString();
  const target = events.findLast((event) => event.kind === 'callback')?.target ?? '';
  const sent = target.slice(target.indexOf('?') + 1);
  return new URLSearchParams(sent).toString() === query ? sent : query;
}
