/** The view of a playing demonstration. */
import type { RequestStep } from '../../../shared/collections/steps.ts';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { Action, Demonstration } from '../../../shared/demonstrations/demonstration.ts';
import type { Position } from '../../../shared/demonstrations/parts.ts';
import type { DecidedByHand, SinceShown } from './manual-decisions.ts';
import { NOTHING_SEEN, type Seen } from './play-part.ts';
import { stagePageId } from './stage-page.ts';

export interface Shown {
  id: string;
  demonstration: Demonstration;
  positions: readonly Position[];
  /** The position that is shown. */
  at: number;
  /** Results before the first position, and after each played one: `reached[at + 1]` belongs to `at`. */
  reached: readonly { seen: Seen }[];
  /** Results of what has happened in the PSU's browser since. */
  browsed: readonly { seen: Seen }[];
  failed: Omit<NonNullable<Playing['failed']>, 'byHand'> | null;
  /** The last request of the step with a deliberate fault, and its results; null without one. */
  broken: { fault: string; seen: Seen } | null;
  /** A manual decision, until the next step uses it. */
  byHand: DecidedByHand | null;
  startedAt: number;
}

/** The first position with a manual decision, and the one before it; null without any. */
export function firstByHand({ at, reached, positions }: Pick<Shown, 'at' | 'positions' | 'reached'>): {
  before: number;
  step: number;
  decided: DecidedByHand;
} | null {
  for (const [place, position] of positions.slice(0, at + 1).entries()) {
    const decided = reached[place + 1]?.seen.byHand ?? null;
    if (decided !== null) return { before: place - 1, step: position.step, decided };
  }
  return null;
}

/** The last request of the step so far, and its position; null without one, and while something else is the subject. */
export function lastRequest({
  positions,
  at,
  browsed,
  failed,
  byHand,
}: Pick<Shown, 'at' | 'browsed' | 'byHand' | 'failed' | 'positions'>): {
  action: Action & { request: RequestStep };
  position: Position;
} | null {
  const position = positions[at];
  if (position === undefined || browsed.length > 0 || failed !== null || byHand !== null) return null;
  const played = positions.slice(0, at + 1).filter(({ step }) => step === position.step);
  const action = played.flatMap(({ actions }) => actions).findLast(({ request }) => request !== undefined);
  return action?.request === undefined ? null : { action: { ...action, request: action.request }, position };
}

/** The latest results. */
export function seenOf({
  at,
  reached,
  browsed,
  broken,
}: Pick<Shown, 'at' | 'broken' | 'browsed' | 'reached'>): Seen {
  return broken?.seen ?? browsed.at(-1)?.seen ?? reached[at + 1]?.seen ?? NOTHING_SEEN;
}

/** The page that the PSU's browser opens next, or null. */
export function pageAhead(
  { positions, at }: Pick<Shown, 'at' | 'positions'>,
  scaRedirect: string | null,
): string | null {
  const sca = positions[at + 1]?.actions[0]?.sca;
  return sca === undefined || sca.decision === 'revoke' ? null : scaRedirect;
}

/** @param scaRedirect the last page to which the bank sent the PSU @param since changes since the position was played */
export function shownOf(
  shown: Shown,
  scaRedirect: string | null,
  { isAsked, isChanged }: SinceShown,
): Playing {
  const { id, demonstration, positions, at, browsed, failed, broken, byHand, startedAt } = shown;
  const ahead = positions[at + 1];
  // In slow motion, the PSU is at the bank in what comes next.
  const position = browsed.length > 0 && ahead !== undefined ? ahead : positions[at];
  const [step, part] = [position?.step ?? 0, position?.part ?? 0];
  const current = demonstration.steps[step] ?? { title: '', text: '', actions: [] };
  const following = demonstration.steps[step + 1];
  const seen = seenOf(shown);
  const brokenAct = broken?.seen.acts.at(-1);
  const opens = ahead?.actions[0]?.sca !== undefined;
  const link = pageAhead(shown, scaRedirect);
  return {
    id,
    name: demonstration.name,
    minutes: demonstration.minutes,
    titles: demonstration.steps.map(({ title }) => title),
    step,
    part,
    parts: position?.parts ?? 1,
    shown: withoutActions(current),
    following: following === undefined ? null : withoutActions(following),
    next: failed === null ? whatNext(ahead, opens, positions[at], current) : 'again',
    acts: seen.acts,
    shots: browsed.length > 0 ? [] : shotsOf(current, shown),
    browsed: browsed.length,
    page: pageOf(seen),
    redirect: link === null ? after(seen) : { when: 'before', href: link },
    byHand: byHand?.outcome ?? (isAsked ? 'asked' : null),
    decided: seen.byHand && { outcome: seen.byHand.outcome, asWritten: seen.byHand.asWritten },
    failed: failed === null ? null : { ...failed, byHand: whoseDecision(shown) },
    broken: broken === null || brokenAct === undefined ? null : { fault: broken.fault, act: brokenAct },
    breakable: breakableOf(shown),
    changed: failed === null && isChanged,
    since: seen.since,
    startedAt,
  };
}

function shotsOf({ show = [] }: Demonstration['steps'][number], { reached, at }: Shown): Playing['shots'] {
  const acts = reached.slice(0, at + 2).flatMap(({ seen }) => seen.acts);
  return show.flatMap(({ of, value, caption = of }) => {
    const act = acts.findLast(({ name }) => name === of);
    return act === undefined ? [] : [{ act, value, caption }];
  });
}

/** The exchange of the request that can be broken. */
function breakableOf(shown: Shown): string | null {
  const name = lastRequest(shown)?.action.name;
  return shown.reached[shown.at + 1]?.seen.acts.findLast((act) => act.name === name)?.exchange ?? null;
}

function whoseDecision(shown: Shown): NonNullable<Playing['failed']>['byHand'] {
  const first = firstByHand(shown);
  if (first === null) return null;
  const { outcome, psu } = first.decided;
  return { title: shown.demonstration.steps[first.step]?.title ?? '', outcome, psu };
}

export function withoutActions({
  actions: _actions,
  ...step
}: Demonstration['steps'][number]): Playing['shown'] {
  return step;
}

function pageOf({ page }: Seen): Playing['page'] {
  if (page === null) return null;
  const { html: _html, ...rest } = page;
  return { ...rest, id: stagePageId(page) };
}

function after({ returned }: Seen): Playing['redirect'] {
  return returned === null ? null : { when: 'after', href: returned };
}

function whatNext(
  ahead: Position | undefined,
  opens: boolean,
  now: Position | undefined,
  { question }: Demonstration['steps'][number],
): Playing['next'] {
  if (ahead === undefined) return 'end';
  if (opens) return 'redirect';
  if (ahead.part === 0) return 'step';
  if (question !== undefined && now?.part === 0) return 'answer';
  const sca = now?.actions.at(-1)?.sca;
  return sca === undefined || sca.decision === 'revoke' ? 'onward' : 'back';
}
