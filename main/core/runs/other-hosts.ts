/** To whom a run sends requests besides the bank, as far as that can be known before it. */
import { randomUUID } from 'node:crypto';
import { CannotFill, Filler, MissingVariables } from '../../../shared/collections/fill.ts';
import type { PlannedItem } from '../../../shared/collections/plan.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { partsOf } from '../../../shared/requests/compose.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { placeOf } from '../requests/place.ts';
import { folderValues } from '../requests/variable-lookup.ts';
import type { RunTarget } from './target.ts';

type Known = readonly Omit<Variable, 'origin'>[];

const plain = (values: readonly (readonly [string, unknown])[]): Known =>
  values.map(([name, value]) => ({ name, value, secret: false, from: null }));

/** A sentence about each host to which requests go unsigned, by the lines of the steps and the values that are given. */
export function otherHosts(
  items: readonly PlannedItem[],
  { destination, hosts, now, variables }: Pick<RunTarget, 'destination' | 'hosts' | 'now' | 'variables'>,
  given: Readonly<Record<string, string>> = {},
): string[] {
  const { baseUrl } = destination;
  const folders = folderValues(variables);
  const found = new Set<string>();
  const look = (item: PlannedItem, included: Known): void => {
    if ('damage' in item) return;
    const { skip } = 'items' in item ? item.repeats : item.step;
    if (skip !== undefined) return;
    if ('items' in item) {
      for (const inner of item.items) visit(inner, included);
      return;
    }
    const { step, around } = item;
    const scope = folders(around)
      .scope.with('environment', variables)
      .with('given', plain(Object.entries(given)))
      .with('include', included);
    const filler = new Filler(scope, { now: now(), newUuid: randomUUID });
    const more = Object.entries(step.include?.variables ?? {}).map(
      ([name, value]) => [name, filler.json(value)] as const,
    );
    for (const inner of item.included ?? []) visit(inner, [...included, ...plain(more)]);
    if (step.request?.line === undefined) return;
    const { path } = partsOf(step.request.line);
    const place = placeOf(path, filler.path(path), { baseUrl, hosts });
    if (place.at === 'elsewhere') found.add(new URL(place.baseUrl).host);
  };
  /** What cannot be filled in yet is not known, and what is wrong the step says. */
  const visit = (item: PlannedItem, included: Known): void => {
    try {
      look(item, included);
    } catch (error) {
      if (![HostError, CannotFill, MissingVariables].some((kind) => error instanceof kind)) throw error;
    }
  };
  for (const item of items) visit(item, []);
  return [...found].map(texts.running.notSigned);
}
