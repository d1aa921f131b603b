/** Cuts changes into a YAML text, so that all that is not changed stays byte for byte. */
import { isDeepEqual } from './deep-equal.ts';
import type { JsonValue } from './value-text.ts';
import { Cutter } from './yaml-cuts.ts';
import { applied, type Cut, lineBreakOf } from './yaml-lines.ts';
import { type Part, partsOf, valueOfYaml } from './yaml-parts.ts';
import { renderYaml } from './yaml-text.ts';

/** A text without its byte order mark, and with a line break at its end. */
export interface Source {
  readonly mark: string;
  readonly body: string;
  /** The line break that the text does not end with. */
  readonly ending: string;
}

export function sourceOf(text: string): Source {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const ending = text.endsWith('\n') ? '' : lineBreakOf(text);
  return { mark, body: `${text.slice(mark.length)}${ending}`, ending };
}

/** The smallest change of a text that makes it read as the value. Another order of the fields of a map is no change. */
export function editedYaml(text: string, wanted: JsonValue): string {
  const source = sourceOf(text);
  const edited = edit(source, wanted, (part) => tries(source.body, part, wanted));
  return edited ?? `${source.mark}${renderYaml(wanted).replaceAll('\n', lineBreakOf(text))}`;
}

type Tries = (part: Part) => Iterable<readonly Cut[]>;

/** The first of the cuts that make a text read as the value. */
export function edit(source: Source, wanted: JsonValue, cutsOf: Tries): string | undefined {
  const { body } = source;
  const part = partsOf(body);
  const end = { start: body.length, end: body.length, text: renderYaml(wanted) };
  const isBlank = part === undefined && body.trim() !== '' && valueOfYaml(body)?.value === null;
  for (const cuts of part ? cutsOf(part) : isBlank ? [[], [end]] : []) {
    const text = restored(source, applied(body, cuts));
    const read = valueOfYaml(text);
    if (read !== undefined && isDeepEqual(read.value, wanted)) return text;
  }
  return undefined;
}

/** First the smallest cuts; then those that write more and more anew around what changes. */
function* tries(body: string, part: Part, wanted: JsonValue): Iterable<readonly Cut[]> {
  const cutter = new Cutter(body);
  yield cutter.changes(part, wanted);
  for (let most = cutter.deepest; most >= 0; most--) yield new Cutter(body, most).changes(part, wanted);
}

function restored({ mark, ending }: Source, body: string): string {
  const text = `${mark}${body}`;
  return ending !== '' && text.endsWith(ending) ? text.slice(0, -ending.length) : text;
}
