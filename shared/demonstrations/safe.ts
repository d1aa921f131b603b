/**
 * What a demonstration of somebody else may do: send the bank's own operations, act as a PSU on the bank's own pages, and make the
 * control calls that the local bank has. The schema has no action that runs code, or reads a file; this is about addresses.
 */
import { faultById } from '../faults/faults.ts';
import { OPERATIONS } from '../xs2a/operations.ts';
import { texts } from '../texts/texts.ts';
import type { Action, Demonstration } from './demonstration.ts';

const t = texts.demonstrations.lint;

export interface Fault {
  path: readonly PropertyKey[];
  /** A sentence. */
  text: string;
}

/** A control call of the bank, with `{{name}}` in place of a parameter. */
export interface ControlChoice {
  method: string;
  path: string;
}

/** A room waits for a repetition: at most this often, with at most so many milliseconds between. */
const MOST_ROUNDS = 20;
const LONGEST_BETWEEN = 1000;

/** What leads the PSU's browser, or the request itself, away from the workbench and its bank. An empty value only omits the header. */
const HEADERS_THAT_LEAD_AWAY = new Set(['tpp-redirect-uri', 'tpp-nok-redirect-uri', 'host']);

/** The whole state comes from a snapshot or goes into one; that is the player's business. */
const NOT_IN_A_DEMONSTRATION = new Set(['/control/snapshot', '/control/reset']);

export function unsafeIn({ steps }: Demonstration, controls: readonly ControlChoice[]): Fault[] {
  const patterns = controls
    .filter(({ path }) => !NOT_IN_A_DEMONSTRATION.has(path))
    .map(({ method, path }) => ({ method, parts: path.split('/') }));
  return steps.flatMap(({ actions }, step) =>
    actions.flatMap((action, at) =>
      unsafeAction(action, patterns).map(({ path, text }) => ({
        path: ['steps', step, 'actions', at, ...path],
        text,
      })),
    ),
  );
}

type Pattern = { method: string; parts: readonly string[] };

function unsafeAction({ request, sca, control, until }: Action, patterns: readonly Pattern[]): Fault[] {
  const faults: Fault[] = [];
  if (request !== undefined) faults.push(...unsafeRequest(request));
  if (sca?.link !== undefined && !sca.link.startsWith('{{'))
    faults.push({ path: ['sca', 'link'], text: t.foreignLink });
  if (control !== undefined && !isKnown(control, patterns))
    faults.push({ path: ['control', 'path'], text: t.unknownControl(`${control.method} ${control.path}`) });
  const between = until?.between;
  if (until !== undefined && until.rounds > MOST_ROUNDS)
    faults.push({ path: ['until', 'rounds'], text: t.tooManyRounds(MOST_ROUNDS) });
  if (between !== undefined && 'pause' in between && between.pause > LONGEST_BETWEEN)
    faults.push({ path: ['until', 'between', 'pause'], text: t.longBetween(LONGEST_BETWEEN) });
  if (between !== undefined && 'path' in between && !isKnown(between, patterns))
    faults.push({
      path: ['until', 'between', 'path'],
      text: t.unknownControl(`${between.method} ${between.path}`),
    });
  return faults;
}

function unsafeRequest({ operation, line, fault, headers }: NonNullable<Action['request']>): Fault[] {
  const faults: Fault[] = [];
  if (!OPERATIONS.some(({ id }) => id === operation))
    faults.push({ path: ['request', 'operation'], text: t.unknownOperation(operation) });
  // Behind the bank's address, anything else could change the host.
  if (line !== undefined && !/^[A-Z]+ \/v1\//.test(line))
    faults.push({ path: ['request', 'line'], text: t.foreignLine });
  if (fault !== null && faultById(fault) === null)
    faults.push({ path: ['request', 'fault'], text: t.unknownFault(fault) });
  for (const [name, value] of Object.entries(headers))
    if (value !== '' && HEADERS_THAT_LEAD_AWAY.has(name.trim().toLowerCase()))
      faults.push({ path: ['request', 'headers', name], text: t.leadsAway(name) });
  return faults;
}

/** Whether the bank has such a call. A parameter may be anything that stays within its segment. */
function isKnown({ method, path }: ControlChoice, patterns: readonly Pattern[]): boolean {
  if (/[\\?#]|%2f|%5c/i.test(path)) return false;
  const given = path.split('/');
  if (given.some((part) => part === '.' || part === '..')) return false;
  return patterns.some(
    (pattern) =>
      pattern.method === method &&
      pattern.parts.length === given.length &&
      pattern.parts.every((part, at) => part === given[at] || (part.startsWith('{{') && given[at] !== '')),
  );
}
