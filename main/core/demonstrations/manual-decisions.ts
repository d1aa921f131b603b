/** What a person does at the bank's page in place of a demonstration. That was asked for, and is no change from outside. */
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { Payload } from '../../../shared/contract/methods.ts';
import type { ScaStep } from '../../../shared/collections/steps.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import type { Overview } from '../../../shared/xs2a/inspection.ts';

/** What the PSU has decided by hand. */
export interface DecidedByHand {
  outcome: Exclude<Playing['byHand'], 'asked' | null>;
  /** Name of the PSU; null if they have not said who they are. */
  psu: string | null;
  /** For whom the PSU has acted; null if nobody has decided. */
  as: { context: 'PRIVATE' | 'CORPORATE'; company: string | null } | null;
  /** The address that the PSU came back to. */
  href: string;
}

export interface SinceShown {
  /** The page has been opened, or the PSU has acted there. */
  isAsked: boolean;
  /** Something else has happened, too. */
  isChanged: boolean;
}

export const NOTHING_SINCE: SinceShown = { isAsked: false, isChanged: false };

/** @param events since the position was played @param page to which the demonstration sends the PSU next, or null */
export function sinceShown(events: readonly FlowEvent[], page: string | null): SinceShown {
  const path = page === null ? null : new URL(page).pathname;
  const asked = new Set<number>();
  let isChanged = false;
  for (const event of events) {
    const { cause, seq } = event;
    if ((cause !== null && asked.has(cause)) || (path !== null && isAt(event, path))) asked.add(seq);
    // What the bank does by itself, because of the decision or of its clock, has no cause.
    else if (event.kind !== 'step' || cause !== null) isChanged = true;
  }
  return { isAsked: asked.size > 0, isChanged };
}

function isAt(event: FlowEvent, path: string): boolean {
  if (event.kind === 'opened') return URL.parse(event.link)?.pathname === path;
  return event.kind === 'request' && event.from === 'psu' && event.target.startsWith(path);
}

/** @param events since the position was played @param redirectUri where the bank sends the PSU back to */
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

/** Whom the local bank knows. */
export type Known = Pick<Overview, 'agreements' | 'customers'>;

/**
 * Whether the demonstration would have decided so, too: the rest of the step is true of that only.
 * @param written with its variables filled in @param acted the company for which the PSU has acted before, or null
 */
export function isAsWritten(
  { outcome, psu, as }: DecidedByHand,
  written: ScaStep,
  acted: string | null,
  { customers, agreements }: Known,
): boolean {
  if ((outcome === 'aborted') !== (written.decision === 'abort')) return false;
  // Who aborts does not say for whom.
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
  // The choice that the page makes: as before, and a company that has a number of its own for itself.
  const usual = acted === null && as.company !== psu ? 'PRIVATE' : 'CORPORATE';
  return as.context === (written.context ?? (agreement === undefined ? usual : 'CORPORATE'));
}

/** The query as the bank has written it. The event may be cut off or masked, and then its values count. */
function queryAsSent(
  events: readonly FlowEvent[],
  parameters: Payload<'sca.returned'>['parameters'],
): string {
  const query = new URLSearchParams(parameters.map(({ name, value }) => [name, value])).toString();
  const target = events.findLast((event) => event.kind === 'callback')?.target ?? '';
  const sent = target.slice(target.indexOf('?') + 1);
  return new URLSearchParams(sent).toString() === query ? sent : query;
}
