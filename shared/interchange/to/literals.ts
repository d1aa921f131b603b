/** What another program would fill in by itself, and the workbench sends as it is. */
import { VARIABLE_NAME } from '../../collections/variable-name.ts';
import { ownValue } from '../../own-value.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Entry } from '../report.ts';
import type { Sent } from './exporting.ts';

const BRACES = /\{\{([^{}]*)\}\}/g;
/** What both compute, by the name that it has in a flow. */
const COMPUTED: Readonly<Record<string, string>> = {
  $uuid: '{{$guid}}',
  $now: '{{$isoTimestamp}}',
  $text: '{{$randomAlphaNumeric}}'.repeat(8),
};
/** Bruno takes variables of this name from the environment of the machine: what a person keeps there would be sent. */
const OF_THE_MACHINE = /^process\.env\./;

/**
 * The same request for Postman and Bruno, which compute `{{$guid}}`, look into a vault for `{{vault:name}}`, and take `:name` in a path
 * for a parameter. Braces that are no variable of the workbench, and colons, are written so that they arrive as they are.
 */
export function asItIs(sent: Sent, entry: Entry): Sent {
  const { path, headers, body, isJson } = sent;
  const [address = '', ...query] = path.split('?');
  const segments = address.replaceAll(/\/:/g, '/%3A');
  return {
    ...sent,
    path: replaced([segments, ...query].join('?'), entry, (name) => `%7B%7B${name}%7D%7D`),
    headers: headers.map(([name, value]) => [name, replaced(value, entry, (braces) => noted(braces, entry))]),
    body: replaced(body, entry, (name) =>
      // Within a string: nothing else of JSON has two braces in a row around a text without braces.
      isJson ? String.raw`{\u007b${name}}}` : noted(name, entry),
    ),
  };
}

function replaced(text: string, entry: Entry, other: (name: string) => string): string {
  return text.replaceAll(BRACES, (_, name: string) => {
    const computed = ownValue(COMPUTED, name);
    if (computed !== undefined) return computed;
    if (!VARIABLE_NAME.test(name)) return other(name);
    if (!OF_THE_MACHINE.test(name)) return `{{${name}}}`;
    const own = name.replaceAll('.', '_');
    entry.changed(t.variableName(name, own));
    return `{{${own}}}`;
  });
}

/** Such a text has no other spelling. */
function noted(name: string, entry: Entry): string {
  entry.changed(t.filledElsewhere(`{{${name.slice(0, 40)}}}`));
  return `{{${name}}}`;
}
