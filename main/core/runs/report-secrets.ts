/** Secrets that a bug report must not contain, besides variables: captured secrets, and credentials by name or form. */
import { type Capture, captured } from '../../../shared/collections/capture.ts';
import { filledCaptures, Filler } from '../../../shared/collections/fill.ts';
import { aroundIn } from '../../../shared/collections/plan.ts';
import type { StepResult } from '../../../shared/collections/result.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { secretTexts } from '../../../shared/collections/secret-values.ts';
import type { Listing } from '../../../shared/collections/tree.ts';
import { type Exchange, outcomeOf } from '../../../shared/contract/exchange.ts';
import { addressWithout, userinfosIn } from '../../../shared/interchange/redaction.ts';
import { type FollowsPaths, withPlaces } from '../history/bodies/body-queries.ts';
import type { History } from '../history/history.ts';
import { exchangeWithout, maskedCredential } from '../redaction/credentials.ts';
import { LONG } from '../redaction/forms.ts';
import { type Hidden, MASK } from '../redaction/mask.ts';
import { secretNamesIn } from '../requests/variable-lookup.ts';
import type { RunStore } from './run-store.ts';
import { MAX_RESPONSE_SECRETS, MAX_SECRET_STEPS } from '../../../shared/limits.ts';

export interface KeptParts {
  runStore: Pick<RunStore, 'everyResult'>;
  history: Pick<History, 'bodyOf' | 'read'>;
  listing: Listing;
  queries: FollowsPaths;
}

/**
 * Captured secrets of a run, read again from its responses.
 * @returns `isWhole` is false if one of this result is unknown, for example because the step has changed
 */
export async function keptSecrets(
  run: string,
  number: number,
  { runStore, history, listing, queries }: KeptParts,
): Promise<{ values: string[]; isWhole: boolean }> {
  const keepOf = secretKeepsIn(listing);
  const values: string[] = [];
  let isWhole = true;
  let read = 0;
  for (const result of runStore.everyResult(run)) {
    const isThis = result.number === number;
    const shown = result.kept.filter(({ value }) => value.includes(MASK)).map(({ name }) => name);
    const wanted = keepOf(result.path, shown);
    if (shown.length === 0 && wanted.length === 0) continue;
    if (!isThis && ++read > MAX_SECRET_STEPS) continue;
    const captures = filledCaptures(wanted, fillerOf(result));
    const sources = captures.map(({ from }) => from);
    const outcome = await withPlaces(outcomeOfResult(result, history), sources, queries);
    const found = captured(captures, outcome).flatMap((one) => ('missing' in one ? [] : [one]));
    values.push(...secretTexts(found.map(({ value }) => ({ value, secret: true }))));
    if (isThis) isWhole = shown.every((name) => found.some((one) => one.name === name));
  }
  return { values, isWhole };
}

/** Fills in what a result shows of its variables. */
function fillerOf({ used }: StepResult): Filler {
  const shown = new Map(used.map((one) => [one.name, { ...one, secret: false }]));
  // None is filled in again: their values are whole.
  const get = (name: string): Variable | null => {
    const one = shown.get(name);
    return one === undefined ? null : { ...one, origin: 'capture' };
  };
  return new Filler({ get }, { now: 0, newUuid: () => '' });
}

const NOTHING = { response: null, redirect: null };

function outcomeOfResult({ exchange: id }: StepResult, history: KeptParts['history']) {
  const exchange = id === null ? null : history.read(id);
  const body = id === null ? null : history.bodyOf(id);
  if (exchange === null || body === null) return NOTHING;
  return outcomeOf(exchange, body.file === null ? body.bytes().toString('utf8') : null);
}

/** Captures that are secret: declared by a folder, or masked in the run. */
function secretKeepsIn(listing: Listing): (path: string, masked: readonly string[]) => Capture[] {
  const around = aroundIn(listing);
  const keeps = new Map(listing.entries.map(({ path, step }) => [path, step?.keep ?? []]));
  return (path, masked) => {
    const keep = keeps.get(path) ?? [];
    if (keep.length === 0) return [];
    const names = new Set([...masked, ...secretNamesIn(around(path), [])]);
    return keep.filter((one) => names.has(one.as));
  };
}

export interface Reported {
  result: StepResult;
  exchange: Exchange | null;
}

/** Removes credentials. @returns also those that are long enough to search for elsewhere */
export function withoutCredentialsIn({ result, exchange }: Reported): Reported & { found: Hidden[] } {
  const found = new Map<string, Hidden>();
  const note = (real: string, shown: string) => {
    if (real.length >= LONG && found.size < MAX_RESPONSE_SECRETS) found.set(real, { real, shown });
  };
  const hide = maskedCredential((real) => note(real, MASK));
  const named = <T extends { name: string; value: string }>(one: T): T => ({
    ...one,
    value: hide(one.name, one.value),
  });
  const after: Reported = {
    result: {
      ...result,
      line: addressWithout(result.line, hide),
      kept: result.kept.map(named),
      used: result.used.map(named),
    },
    exchange: exchange && exchangeWithout(exchange, hide),
  };
  for (const userinfo of userinfosIn(after)) note(userinfo, `//${MASK}@`);
  return { ...after, found: [...found.values()] };
}
