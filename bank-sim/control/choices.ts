/** The control calls as choices of a form: one for each example of a body. */
import { CONTROL_CALLS } from './calls.ts';

export interface ControlChoice {
  /** Title of the call, and what the example is. */
  title: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With `{{name}}` in place of a parameter. */
  path: string;
  /** Null for a call without a body. */
  json: unknown;
}

export const CONTROL_CHOICES: readonly ControlChoice[] = CONTROL_CALLS.flatMap(
  ({ title, method, path, examples = {}, answer }) => {
    // A stream never ends, and so would the step. A step judges JSON.
    if (answer === 'events' || 'text' in answer) return [];
    const at = { method, path: path.replaceAll(/\{([^{}]+)\}/g, '{{$1}}') };
    const bodies = Object.values(examples);
    if (bodies.length === 0) return [{ title, ...at, json: null }];
    return bodies.map(({ summary, value }) => ({ title: `${title}: ${summary}`, ...at, json: value }));
  },
);
