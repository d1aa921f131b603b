/** Plays the actions of one part of a demonstration, and records their visible results. */
import { randomUUID } from 'node:crypto';
import { captured } from '../../../shared/collections/capture.ts';
import { Filler } from '../../../shared/collections/fill.ts';
import { Scope, type Variable } from '../../../shared/collections/scope.ts';
import type { ScaStep } from '../../../shared/collections/steps.ts';
import type { DemonstrationAct } from '../../../shared/contract/demonstrations.ts';
import { clockJump } from '../../../shared/demonstrations/clock-jump.ts';
import type { Action, Demonstration } from '../../../shared/demonstrations/demonstration.ts';
import type { Position } from '../../../shared/demonstrations/parts.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import { KnownSecrets } from '../redaction/mask.ts';
import { runStep, type StepRun } from '../runs/run-step.ts';
import type { RunTarget } from '../runs/target.ts';
import type { Sender } from '../requests/sender.ts';
import { provided } from '../requests/variable-lookup.ts';
import type { DecidedByHand } from './manual-decisions.ts';
import type { LocalActor } from './local-actor.ts';
import { type StagePage, stagePage } from './stage-page.ts';
import { type Browsing, browseOn, type Ended, hasEnded } from '../runs/psu-browser.ts';
import { askedOfPsu, failureAtPage, journeyOf } from '../runs/sca-step.ts';
import { DEMONSTRATION_STEP_MS } from '../../../shared/limits.ts';

const t = texts.demonstrations;

export interface PartParts {
  /** The local bank, without the environment's variables and header defaults, which a file must not read. @throws HostError */
  target: () => RunTarget;
  sender: Pick<Sender, 'send'>;
  queries: FollowsPaths;
  actor: LocalActor;
  /** The TPP's page to which the PSU returns. @param query of the redirect */
  returnPage: (query: URLSearchParams) => string;
}

export interface PartOrder extends PartParts {
  demonstration: Demonstration;
  captures: ReadonlyMap<string, Omit<Variable, 'origin'>>;
  /** The results before, which a further part of a step continues. */
  before: Seen;
  /** Position in the event log before the step. */
  since: number;
  /** Where the PSU's browser has stopped within the part; null before it. */
  browsing: Browsing | null;
  /** Whether to stop after each thing that happens in the PSU's browser. */
  isSlow: boolean;
  /** The manual decision that replaces an SCA, or null. */
  byHand: DecidedByHand | null;
  /** Whether the decision is the one that the demonstration describes. @param written with its variables filled in */
  isAsWritten: (decided: DecidedByHand, written: ScaStep) => boolean;
  stopped: AbortSignal;
}

/** The visible results of a step. */
export interface Seen {
  acts: DemonstrationAct[];
  /** The address of the last redirect. */
  returned: string | null;
  since: number;
  /** What the PSU's browser shows. */
  page: StagePage | null;
  /** The manual decision in its last part. */
  byHand: (DecidedByHand & { asWritten: boolean }) | null;
}

export const NOTHING_SEEN: Seen = { acts: [], returned: null, since: 0, page: null, byHand: null };

interface PlayedPart {
  seen: Seen;
  /** Where the PSU's browser has stopped within the part; null at its end. */
  browsing: Browsing | null;
  captures: Map<string, Omit<Variable, 'origin'>>;
  /** Why it could not be played, as a sentence; null if it was. */
  failure: string | null;
}

export async function playPart(position: Position, order: PartOrder): Promise<PlayedPart> {
  const { before, since, actor, byHand } = order;
  const captures = new Map(order.captures);
  const goesOn = position.part > 0 || order.browsing !== null;
  const seen: Seen = {
    acts: goesOn ? [...before.acts] : [],
    returned: null,
    since,
    page: order.browsing === null ? null : before.page,
    byHand: null,
  };
  const played = (failure: string | null, browsing: Browsing | null = null) => ({
    seen,
    captures,
    failure,
    browsing,
  });
  try {
    const target = order.target();
    const secrets = new KnownSecrets();
    for (const action of position.actions) {
      const from = target.now();
      const scope = scopeOf(captures, order, target);
      let visited: Ended | null = null;
      if (action.sca !== undefined && byHand !== null)
        seen.byHand = { ...byHand, asWritten: order.isAsWritten(byHand, filled(action.sca, scope)) };
      else if (action.sca !== undefined) {
        const browsing = await browse(action.sca, order, target, seen);
        visited = browsing !== null && hasEnded(browsing, action.sca, target) ? browsing : null;
        // A redirect is followed with the next press.
        if (order.isSlow && browsing !== order.browsing && visited?.at !== 'page')
          return played(null, browsing);
      }
      const run =
        seen.byHand !== null
          ? runByHand(action, seen.byHand, actor)
          : await runStep(withoutPause(action), scope, {
              target,
              visited,
              sender: order.sender,
              queries: order.queries,
              actor,
              secrets,
              headers: [],
              secretNames: new Set(order.demonstration.secret),
              circumstances: () => ({ now: target.now(), newUuid: randomUUID }),
              timeout: DEMONSTRATION_STEP_MS,
              stopped: order.stopped,
            });
      for (const one of run.variables) captures.set(one.name, { ...one, from: action.name });
      if (run.returned !== undefined && run.returned !== null) seen.returned = run.returned;
      if (visited?.at === 'redirect' && seen.page !== null)
        seen.page = {
          whose: 'tpp',
          psu: seen.page.psu,
          // Without the values that the demonstration calls secret.
          address: run.returned ?? '',
          state: 'sent',
          html: order.returnPage(new URL(run.returned ?? visited.href).searchParams),
        };
      if (action.pause === undefined && action.session === undefined)
        seen.acts.push(actOf(nameOf(action, seen.byHand), action, run, clockJump(from, target.now())));
      if (run.result.outcome !== 'passed' && run.result.outcome !== 'warning')
        return played(run.result.reason ?? action.name);
    }
  } catch (error) {
    return played(error instanceof Error ? error.message : String(error));
  }
  return played(null);
}

/**
 * Acts in the PSU's browser until the visit has ended, or does one thing of it in slow motion.
 * @param seen gets the page
 * @returns null if no page can be opened, which running the step explains
 * @throws StepFailure, MissingVariables
 */
async function browse(
  sca: ScaStep,
  { actor, browsing, isSlow, ...order }: PartOrder,
  target: RunTarget,
  seen: Seen,
): Promise<Browsing | null> {
  const filler = new Filler(scopeOf(order.captures, { ...order, actor }, target), CALM);
  const { link, persona } = askedOfPsu(sca, filler, actor, target);
  if (link === null || target.pages === null) return null;
  const signal = AbortSignal.any([order.stopped, AbortSignal.timeout(DEMONSTRATION_STEP_MS)]);
  const journey = journeyOf(target, target.pages, actor, signal);
  if (browsing === null) target.flow?.opened(link, 'run', target.destination.bank);
  let now: Browsing = browsing ?? { at: 'link', href: link };
  try {
    while (!hasEnded(now, sca, journey)) {
      now = await browseOn(now, persona, journey);
      seen.page = stagePage(now, persona.psu) ?? pressed(seen.page);
      if (isSlow) break;
    }
  } catch (error) {
    throw failureAtPage(error, signal, DEMONSTRATION_STEP_MS);
  }
  return now;
}

function pressed(page: StagePage | null): StagePage | null {
  return page === null ? null : { ...page, state: 'pressed' };
}

/** A pause waits for the presenter, not for a clock. */
function withoutPause(action: Action): Action {
  return action.pause === undefined ? action : { ...action, pause: 0 };
}

/** For texts without dynamic values. */
const CALM = { now: 0, newUuid: randomUUID };

/** @throws MissingVariables */
function filled({ psu, agreement, ...rest }: ScaStep, scope: Scope): ScaStep {
  const filler = new Filler(scope, CALM);
  const written = { ...rest, psu: filler.text(psu), ...(agreement && { agreement: filler.text(agreement) }) };
  filler.check();
  return written;
}

type Run = Pick<StepRun, 'exchange' | 'result' | 'returned' | 'variables'>;

/** A manual decision may be another one, of another PSU. */
function nameOf({ name }: Action, decided: DecidedByHand | null): string {
  if (decided === null) return name;
  const { psu, outcome } = decided;
  return t.whoDecided(psu, outcome);
}

function runByHand(action: Action, { href, outcome }: DecidedByHand, actor: LocalActor): Run {
  actor.scaRedirect = null;
  const found = captured(action.keep ?? [], { response: null, redirect: href });
  const variables = found.flatMap((one) => ('missing' in one ? [] : [one]));
  return {
    result: {
      outcome: 'passed',
      reason: null,
      error: false,
      assertions: [],
      kept: [],
      used: [],
      rounds: 1,
      line: t.decidedByHand[outcome],
      status: null,
      exchange: null,
    },
    variables: variables.map((one) => ({ ...one, secret: false, from: action.name })),
    exchange: null,
    returned: href,
  };
}

function scopeOf(
  captures: ReadonlyMap<string, Omit<Variable, 'origin'>>,
  { demonstration, actor }: Pick<PartOrder, 'actor' | 'demonstration'>,
  target: RunTarget,
): Scope {
  const plain = (values: Iterable<readonly [string, unknown]>) =>
    [...values].map(([name, value]) => ({ name, value, secret: false, from: null }));
  const circumstances = { now: target.now(), newUuid: randomUUID };
  return Scope.empty
    .with('computed', plain(provided(actor.environment, circumstances)))
    .with('collection', plain(Object.entries(demonstration.variables)))
    .with('capture', [...captures.values()]);
}

function actOf(
  name: string,
  action: Action,
  { result, exchange, returned }: Run,
  jumps: string[],
): DemonstrationAct {
  const { request, consent, sca } = action;
  const isSent = request !== undefined || consent !== undefined;
  const who = isSent ? 'tpp' : sca !== undefined ? 'psu' : 'operator';
  return {
    who,
    name,
    line: result.line,
    status: isSent ? result.status : null,
    word: wordOf(exchange?.response?.body ?? ''),
    exchange: result.exchange,
    returned,
    jumps,
  };
}

/** The error code or the status in a response. */
function wordOf(body: string): string | null {
  return (
    /"code"\s*:\s*"([A-Z_]{1,60})"/.exec(body)?.[1] ??
    /"(?:transactionStatus|scaStatus)"\s*:\s*"(\w{1,40})"/.exec(body)?.[1] ??
    null
  );
}
