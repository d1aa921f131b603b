/**
 * What a demonstration of somebody else may do: send the bank's own operations, act as a PSU on the bank's own pages, and make the
 * control calls that the local bank has. The schema has no action that runs code, or reads a file; this is about addresses.
 */
import type { Mistake } from '../collections/expectation-text.ts';
import type { StepOfFile } from '../collections/flow-file.ts';
import type { RequestStep } from '../collections/steps.ts';
import { readable } from '../requests/compose.ts';
import { outsideCatalogue } from '../requests/http.ts';
import { texts } from '../texts/texts.ts';
import type { Action } from './demonstration.ts';

const t = texts.demonstrations.lint;

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

/** What an action may not do. @param raw as the file writes it @param controls the control calls that the bank has */
export function unsafeIn(action: Action, raw: StepOfFile, controls: readonly ControlChoice[]): Mistake[] {
  const { request, sca, control, until } = action;
  const mistakes: Mistake[] = [];
  if (request !== undefined) mistakes.push(...unsafeRequest(request, raw));
  if (sca?.link !== undefined && !sca.link.startsWith('{{'))
    mistakes.push({ path: ['link'], text: t.foreignLink });
  if (control !== undefined && !isKnown(control, controls))
    mistakes.push({ path: ['control'], text: t.unknownControl(`${control.method} ${control.path}`) });
  const between = until?.between;
  if (until !== undefined && until.rounds > MOST_ROUNDS)
    mistakes.push({ path: ['until', 'rounds'], text: t.tooManyRounds(MOST_ROUNDS) });
  if (between !== undefined && 'pause' in between && between.pause > LONGEST_BETWEEN)
    mistakes.push({ path: ['until', 'between', 'pause'], text: t.longBetween(LONGEST_BETWEEN) });
  if (between !== undefined && 'path' in between && !isKnown(between, controls))
    mistakes.push({
      path: ['until', 'between', 'control'],
      text: t.unknownControl(`${between.method} ${between.path}`),
    });
  return mistakes;
}

function unsafeRequest({ line, headers }: RequestStep, raw: StepOfFile): Mistake[] {
  const mistakes: Mistake[] = [];
  // A path that begins with a variable is one of the bank's, or is not sent (main/core/requests/resolve.ts).
  const outside = line === undefined || /^[A-Z]+ \{\{/.test(line) ? null : outsideCatalogue({ line });
  if (outside !== null)
    mistakes.push({
      path: ['request'],
      text: t.unknownOperation(`${outside.method} ${readable(outside.path)}`),
    });
  const written = Object.keys(raw['headers'] ?? {});
  for (const [name, value] of Object.entries(headers))
    if (value !== '' && HEADERS_THAT_LEAD_AWAY.has(name.trim())) {
      const spelled = written.find((one) => one.toLowerCase() === name) ?? name;
      mistakes.push({ path: ['headers', spelled], at: 'key', text: t.leadsAway(spelled) });
    }
  return mistakes;
}

/** Whether the bank has such a call. A parameter may be anything that stays within its segment. */
function isKnown({ method, path }: ControlChoice, controls: readonly ControlChoice[]): boolean {
  if (/[\\?#]|%2f|%5c/i.test(path)) return false;
  const given = path.split('/');
  if (given.some((part) => part === '.' || part === '..')) return false;
  return controls.some((known) => {
    const parts = known.path.split('/');
    return (
      !NOT_IN_A_DEMONSTRATION.has(known.path) &&
      known.method === method &&
      parts.length === given.length &&
      parts.every((part, at) => part === given[at] || (part.startsWith('{{') && given[at] !== ''))
    );
  });
}
