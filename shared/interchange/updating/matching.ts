/** Which steps belong to which operation of a newer document. */
import type { KnownOperation } from '../../collections/operations-file.ts';
import { composedOfStep } from '../../collections/request-step.ts';
import type { OperationRef, Step } from '../../collections/steps.ts';
import { httpOf } from '../../requests/http.ts';
import { hasVariable } from '../variables.ts';
import { readable } from '../../requests/compose.ts';
import { keyOf, type Offered } from './operations.ts';

export interface Present {
  /** From the folder that is updated. */
  path: string;
  step: Step;
}

/** Steps of one operation and example: the user may have copied the first one. */
interface Group {
  ref: OperationRef;
  /** As the earlier document had it; null if nobody knows. */
  known: KnownOperation | null;
  /** Empty if the user has deleted the step, or moved it elsewhere. */
  steps: Present[];
}

export interface Matched extends Group {
  /** Null if the newer document has it no longer. */
  offered: Offered | null;
  /** Whether it was found by its method and path, because the step does not name an operation. */
  isByPath: boolean;
}

/**
 * @param steps in the order of the tree
 * @returns groups in the order of the document, and then those that it has no longer; an operation without a group has no step yet
 */
export function matched(
  steps: readonly Present[],
  known: readonly KnownOperation[],
  offered: readonly Offered[],
): Matched[] {
  const groups = groupsOf(steps, known);
  const pairs = new Map<Offered, Matched>();
  const left = new Set(groups);
  /** The name that a group has from then on. */
  const refs = new Map(groups.map((group) => [group, group.ref]));
  const pair = (group: Group, one: Offered) => {
    if (pairs.has(one) || !left.delete(group)) return;
    pairs.set(one, { ...group, offered: one, isByPath: false });
    refs.set(group, one.ref);
  };
  const withSteps = groups.filter(({ steps: own }) => own.length > 0);
  for (const [group, one] of pairsBy(groups, offered, refs, keyOf)) pair(group, one);
  // What is found may leave only one of a name. The next update would find that one: the same document changes nothing again.
  for (let count = -1; count !== pairs.size;) {
    count = pairs.size;
    for (const nameOf of NAMES)
      for (const [group, one] of pairsBy(withSteps, offered, refs, nameOf)) pair(group, one);
  }
  const free = offered.filter((one) => !pairs.has(one));
  for (const [present, one] of byPath(steps, free))
    pairs.set(one, { ref: one.ref, known: null, steps: [present], offered: one, isByPath: true });
  const gone = Array.from(left, (group) => ({ ...group, offered: null, isByPath: false }));
  return [...offered.flatMap((one) => pairs.get(one) ?? []), ...gone];
}

function groupsOf(steps: readonly Present[], known: readonly KnownOperation[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of known) groups.set(keyOf(one), { ref: one, known: one, steps: [] });
  for (const present of steps) {
    const { openapi: ref } = present.step;
    if (ref === undefined) continue;
    const group = groups.get(keyOf(ref)) ?? { ref, known: null, steps: [] };
    group.steps.push(present);
    groups.set(keyOf(ref), group);
  }
  return Array.from(groups.values());
}

/** Other ways to name an operation, from the strictest; null if it has no such name. */
const NAMES: readonly NameOf[] = [
  // The name of a parameter in the path says nothing about the request.
  ({ operation, example = '' }) => JSON.stringify([unnamed(operation), example]),
  ({ id, example = '' }) => (id === undefined ? null : JSON.stringify([id, example])),
  ({ operation }) => unnamed(operation),
  ({ id }) => id ?? null,
];

function unnamed(operation: string): string {
  return operation.replaceAll(/\{[^{}]*\}/g, '{}');
}

type NameOf = (ref: OperationRef) => string | null;

/** Only what is named once on both sides is a pair. All count, also those that have been found. */
function pairsBy(
  groups: readonly Group[],
  offered: readonly Offered[],
  refs: ReadonlyMap<Group, OperationRef>,
  nameOf: NameOf,
): [Group, Offered][] {
  const ours = byName(groups, (group) => nameOf(refs.get(group) ?? group.ref));
  return Array.from(byName(offered, ({ ref }) => nameOf(ref))).flatMap(
    ([name, [one, ...more]]): [Group, Offered][] => {
      const [group, ...others] = ours.get(name) ?? [];
      return group === undefined || one === undefined || more.length + others.length > 0
        ? []
        : [[group, one]];
    },
  );
}

function byName<T>(all: readonly T[], nameOf: (one: T) => string | null): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    if (name === null) continue;
    const there = found.get(name);
    if (there === undefined) found.set(name, [one]);
    else there.push(one);
  }
  return found;
}

/** For each operation the first step that sends its request and names no operation, at best one with its name. */
function byPath(steps: readonly Present[], offered: readonly Offered[]): [Present, Offered][] {
  const places = new Map<string, { one: Offered; path: readonly string[] }[]>();
  for (const one of offered) {
    const place = placeOf(one.step);
    if (place === null) continue;
    const there = places.get(place.kind) ?? [];
    there.push({ one, path: place.path });
    places.set(place.kind, there);
  }
  const pairs = new Map<Offered, Present>();
  const used = new Set<Present>();
  const free = steps.filter(({ step }) => step.openapi === undefined && step.request?.fault === null);
  for (const needsName of [true, false])
    for (const present of free) {
      const place = used.has(present) ? null : placeOf(present.step);
      const found = (place === null ? [] : (places.get(place.kind) ?? [])).find(
        ({ one, path }) =>
          !pairs.has(one) &&
          (!needsName || one.step.name === present.step.name) &&
          path.every((part, at) => isSamePart(part, place?.path[at] ?? '')),
      );
      if (found === undefined) continue;
      pairs.set(found.one, present);
      used.add(present);
    }
  return Array.from(pairs, ([one, present]) => [present, one]);
}

/** Operation of the catalogue, or method and number of parts of the path, which must be the same; and the parts to compare. */
function placeOf({ request }: Step): { kind: string; path: readonly string[] } | null {
  const http = request === undefined ? null : httpOf(composedOfStep(request));
  if (http === null) return null;
  if (http.operation !== null) return { kind: http.operation.id, path: [] };
  const path = readable(http.path.split('?', 1)[0] ?? '').split('/');
  return { kind: `${http.method} ${path.length}`, path };
}

function isSamePart(one: string, other: string): boolean {
  return one === other || hasVariable(one) || hasVariable(other);
}
