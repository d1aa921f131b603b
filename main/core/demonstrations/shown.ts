/** What is shown of a demonstration that plays. */
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { Demonstration } from '../../../shared/demonstration/demonstration.ts';
import type { Position } from '../../../shared/demonstration/parts.ts';
import { NOTHING_SEEN, type Seen } from './part.ts';

export interface Shown {
  id: string;
  demonstration: Demonstration;
  positions: readonly Position[];
  /** The position that is shown. */
  at: number;
  /** What was seen before the first position, and after each one that was played: `reached[at + 1]` belongs to `at`. */
  reached: readonly { seen: Seen }[];
  failed: Playing['failed'];
  /** The address that the PSU came back to, who has decided by hand. */
  byHand: string | null;
  startedAt: number;
}

/** @param scaRedirect the page to which the bank has sent the PSU last @param isChanged by hand since the position was played */
export function shownOf(
  { id, demonstration, positions, at, reached, failed, byHand, startedAt }: Shown,
  scaRedirect: string | null,
  isChanged: boolean,
): Playing {
  const position = positions[at];
  const [step, part] = [position?.step ?? 0, position?.part ?? 0];
  const current = demonstration.steps[step] ?? { title: '', text: '', actions: [] };
  const following = demonstration.steps[step + 1];
  const ahead = positions[at + 1];
  const seen = reached[at + 1]?.seen ?? NOTHING_SEEN;
  const opens = ahead?.actions[0]?.sca !== undefined;
  const link = opens ? scaRedirect : null;
  return {
    id,
    name: demonstration.name,
    titles: demonstration.steps.map(({ title }) => title),
    step,
    part,
    parts: position?.parts ?? 1,
    shown: withoutActions(current),
    following: following === undefined ? null : withoutActions(following),
    next: failed === null ? whatNext(ahead, opens) : 'again',
    acts: seen.acts,
    redirect: link === null ? after(seen) : { when: 'before', href: link },
    byHand: byHand !== null,
    failed,
    changed: failed === null && isChanged,
    since: seen.since,
    startedAt,
  };
}

/** What of a step is shown. */
export function withoutActions({
  actions: _actions,
  ...step
}: Demonstration['steps'][number]): Playing['shown'] {
  return step;
}

function after({ returned }: Seen): Playing['redirect'] {
  return returned === null ? null : { when: 'after', href: returned };
}

function whatNext(ahead: Position | undefined, opens: boolean): Playing['next'] {
  if (ahead === undefined) return 'end';
  if (opens) return 'redirect';
  return ahead.part > 0 ? 'part' : 'step';
}
