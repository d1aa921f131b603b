/** Judges the stored responses of a run by the current steps, as a new run. Nothing is sent. */
import { randomUUID } from 'node:crypto';
import { judge } from '../../../shared/collections/judge.ts';
import { captured } from '../../../shared/collections/capture.ts';
import { CannotFill, Filler, MissingVariables } from '../../../shared/collections/fill.ts';
import { textOf } from '../../../shared/collections/value-text.ts';
import { aroundIn } from '../../../shared/collections/plan.ts';
import { outcomeOf as outcomeIn, reasonOf, type StepResult } from '../../../shared/collections/result.ts';
import { Scope, type Variable } from '../../../shared/collections/scope.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { outcomeOf } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Collections } from '../collections/collections.ts';
import type { FollowsPaths } from '../history/bodies/body-queries.ts';
import type { History } from '../history/history.ts';
import { KnownSecrets, MASK, masking } from '../redaction/mask.ts';
import { SHOWN, shortened } from '../redaction/shorten.ts';
import { type FolderValues, folderValues } from '../requests/variable-lookup.ts';
import { refusalIn, usualOf } from './request-step.ts';
import type { RunStore } from './run-store.ts';
import { type Asked, askedBy, failing, judgedOf, withFound } from './step-outcome.ts';

const t = texts.core.runResults;

export interface JudgingParts {
  runStore: RunStore;
  history: Pick<History, 'bodyOf' | 'read'>;
  collections: Pick<Collections, 'list'>;
  queries: FollowsPaths;
}

/** @returns the new run, and how many results were judged or left unchanged @throws HostError if none can be judged */
export async function judgeAgain(
  id: string,
  { runStore, history, collections, queries }: JudgingParts,
): Promise<{ id: string; judged: number; left: number }> {
  const steps = knownSteps(collections.list());
  const run = runStore.read(id);
  if (run === null) throw new HostError('not-found', t.gone);
  if (run.state === 'running') throw new HostError('refused', t.underway);
  const kept = new Map<number, CapturedValues>();
  const secrets = new KnownSecrets();
  const results: StepResult[] = [];
  let judged = 0;
  for (const { number: _, hasStart: __, ...result } of runStore.everyResult(id)) {
    const earlier = kept.get(result.iteration) ?? new Map<string, unknown>();
    kept.set(result.iteration, earlier);
    const again = await judgedAgain(result, {
      known: steps(result.path),
      earlier,
      secrets,
      history,
      queries,
    });
    if (again !== null) judged++;
    results.push(again ?? result);
  }
  if (judged === 0) throw new HostError('refused', t.nothingToJudge);
  const next = randomUUID();
  const { duration, planned } = run;
  runStore.begin({ ...run, id: next, startedAt: Date.now(), notices: [] });
  runStore.plan(next, planned);
  for (const [number, result] of results.entries()) runStore.add(next, number, result);
  runStore.copyStarts(id, next);
  runStore.end(next, 'judged', duration ?? 0, null);
  return { id: next, judged, left: results.length - judged };
}

/** Values captured by earlier steps of an iteration. Each judged step adds its own. */
type CapturedValues = Map<string, unknown>;

/** A step with the variables and secret names of its folders. */
interface KnownStep extends FolderValues {
  step: Step;
}

/** Looks up steps by path, and reads their folders on demand. */
function knownSteps(listing: Listing): (path: string) => KnownStep | undefined {
  const around = aroundIn(listing);
  const steps = new Map(listing.entries.map(({ path, step }) => [path, step]));
  const valuesOf = folderValues([]);
  return (path) => {
    const step = steps.get(path);
    return step && { step, ...valuesOf(around(path)) };
  };
}

/** Null without a whole response, for a deleted step, or if a value to compare with is unknown. */
async function judgedAgain(
  result: StepResult,
  parts: {
    known: KnownStep | undefined;
    earlier: CapturedValues;
    /** Secrets of the judged run, whose responses contain captured secrets. */
    secrets: KnownSecrets;
    history: Pick<History, 'bodyOf' | 'read'>;
    queries: FollowsPaths;
  },
): Promise<StepResult | null> {
  const { known, earlier, secrets, history, queries } = parts;
  const { exchange: exchangeId } = result;
  const step = known?.step;
  if (known === undefined || step?.request === undefined || exchangeId === null) return null;
  const exchange = history.read(exchangeId);
  const body = history.bodyOf(exchangeId);
  if (exchange === null || exchange.response === null || body === null) return null;
  const filler = new Filler(scopeOf(known.scope, result, earlier), { now: exchange.at, newUuid: randomUUID });
  const asked = filledBy(filler, step);
  if (asked === null) return null;
  const text = body.file === null ? body.bytes().toString('utf8') : null;
  const outcome = await withFound(outcomeOf(exchange, text), asked, queries);
  const keeps = captured(asked.keep, outcome);
  const found = keeps.flatMap((one) => ('missing' in one ? [] : [one]));
  for (const { name, value } of found) earlier.set(name, value);
  const kept = found.map((one) => ({ ...one, secret: known.secret.has(one.name) }));
  const mask = masking(secrets.with([...known.scope.secrets(), ...kept]));
  if (filler.used.some(isUnknown)) return null;
  const unmet = asked.until.map((one) => judge(one, outcome, mask)).filter(({ holds }) => !holds);
  const usual = [...unmet.map((one) => failing(one.text)), ...usualOf(step.request, asked.expect, exchange)];
  const assertions = mask(judgedOf(asked, keeps, { outcome, usual, refusal: refusalIn(exchange) }, mask));
  const outcomeNow = { outcome: outcomeIn(assertions), reason: reasonOf(assertions), error: false };
  return { ...result, ...outcomeNow, assertions };
}

/** @returns null if a value is unknown */
function filledBy(filler: Filler, step: Step): Asked | null {
  try {
    const asked = askedBy(step, filler);
    filler.check();
    return asked;
  } catch (error) {
    if (error instanceof MissingVariables || error instanceof CannotFill) return null;
    throw error;
  }
}

/** The values of a step: from folders and earlier responses if its result shows the same, otherwise the text in the result. */
function scopeOf(folders: Scope, { used }: StepResult, earlier: CapturedValues): Scope {
  const from = null;
  const kept = [...earlier].map(([name, value]) => ({ name, value, secret: false, from }));
  const known = folders.with('capture', kept);
  const values = used.map(({ name, value: text, origin }) => {
    const value = known.get(name, NO_TIME)?.value;
    if (value !== undefined && shortened(textOf(value)) === text) return { name, value, secret: false, from };
    // A number looks like digits, and a long value is truncated.
    const isText = ALWAYS_TEXT.has(origin) || !isOtherJson(text);
    return { name, value: text, secret: !isText || text.length > SHOWN, from };
  });
  return known.with('row', values);
}

const ALWAYS_TEXT: ReadonlySet<string> = new Set(['environment', 'given', 'computed']);
const NO_TIME = { now: 0, newUuid: () => '' };

/** Whether a value cannot be compared, because it is masked or depends on the time of the run. */
function isUnknown({ name, value, secret }: Variable): boolean {
  return secret || name.startsWith('$') || textOf(value).includes(MASK);
}

function isOtherJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
