/** The steps of a collection for a demonstration, whose file is for others and must not contain secrets. */
import { everyItem, type PlannedItem, PlanError, planOf } from '../../../shared/collections/plan.ts';
import type { Step } from '../../../shared/collections/steps.ts';
import { type Listing, treeOf } from '../../../shared/collections/tree.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import type { CollectionSteps } from '../../../shared/demonstrations/from-collection.ts';
import { variablesWithout } from '../../../shared/interchange/redaction.ts';
import { isSecretName } from '../../../shared/interchange/secrets.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { hidden, MASK, masked } from '../redaction/mask.ts';
import { withoutCredentials } from '../redaction/credentials.ts';

const t = texts.demonstrations;

export interface StepsToTake {
  listing: Listing;
  /** The values of all secret variables. */
  secrets: readonly string[];
  /** Bank time for a collection that does not set it: a date-time with zone. */
  start: string;
}

/**
 * @param path of a step or folder
 * @returns the steps, and a sentence for each part that is left out
 * @throws HostError if nothing is there, or it cannot be run
 */
export function collectionSteps(
  path: string,
  { listing, secrets, start }: StepsToTake,
): { taken: CollectionSteps; left: string[] } {
  const left: string[] = [];
  const items = planned(path, listing);
  const own = flat(items, left);
  const every = [...everyItem(items)].filter((item) => 'step' in item);
  // An include gives values to the steps that replace it.
  const includes = every.flatMap(({ step }) => (step.include === undefined ? [] : [step]));
  const { steps, secret: credentials } = withoutCredentials([...own, ...includes]);
  // A name may be secret in one folder and have its value in another.
  const secretNames = new Set([
    ...credentials,
    ...every.flatMap(({ around }) => around.flatMap(({ settings }) => settings.secret)),
  ]);
  const variables = [
    ...new Set(every.flatMap(({ around }) => around.map(({ settings }) => settings.variables))),
    ...includes.map(({ include }) => include?.variables ?? {}),
  ].map((one) => variablesWithout(one, secretNames, MASK));
  const folders = variables.slice(0, variables.length - includes.length);
  const named = folders.flatMap(({ names }) => names.filter((name) => isSecretName(name)));
  for (const name of new Set([...credentials, ...named])) left.push(t.fromCollection.credential(name));
  const whole = {
    name: path.split('/').at(-1) ?? path,
    steps: steps.slice(0, own.length),
    variables: Object.assign({}, ...folders.map(({ open }) => open)),
    secret: [...new Set(own.flatMap(({ keep = [] }) => keep.map(({ as }) => as)))].filter((name) =>
      secretNames.has(name),
    ),
    start,
  };
  const taken = masked(whole, hidden([...secrets, ...variables.flatMap(({ values }) => values)]));
  if (JSON.stringify(taken).includes(MASK)) left.push(t.fromCollection.masked);
  return { taken, left };
}

function planned(path: string, listing: Listing): PlannedItem[] {
  try {
    return planOf(treeOf(listing), path);
  } catch (error) {
    throw error instanceof PlanError ? new HostError('not-found', t.player.unknownCollection) : error;
  }
}

/** @param left gets a sentence for each include whose variables are left out */
function flat(items: readonly PlannedItem[], left: string[]): Step[] {
  return [...everyItem(items)].flatMap((item) => {
    if (!('step' in item)) return [];
    if (item.included === null) return [item.step];
    if (item.step.include?.variables !== undefined) left.push(t.fromCollection.variables(item.step.name));
    return [];
  });
}
