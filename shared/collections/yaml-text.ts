/** Writes values as YAML in the style of a flow file. */
import type { JsonValue } from './value-text.ts';

export type JsonMap = { [name: string]: JsonValue };

/** How many blanks a map and a list stand to the right of their key. */
export interface YamlIndents {
  readonly map: number;
  readonly list: number;
}

/** What stands behind `key:` or `-`: the rest of that line, empty for a block, and the lines below it. */
export interface ValueText {
  readonly head: string;
  readonly below: readonly string[];
}

export type Quotes = 'plain' | 'single' | 'double';

const INDENTS: YamlIndents = { map: 2, list: 2 };
const MOST_ON_A_LINE = 4;
const LINE_WIDTH = 100;
/** YAML wants the colon within 1,024 characters, and a longer key behind a question mark. */
const LONGEST_KEY = 1000;

/** A whole document. It reads as the value again, exactly. */
export function renderYaml(value: JsonValue): string {
  if (isCollection(value) && !isEmpty(value)) return `${blockLines(value, 0, INDENTS).join('\n')}\n`;
  const { head, below } = valueText(value, 0, { used: 0, indents: INDENTS });
  return `${[head, ...below].join('\n')}\n`;
}

/** The lines of a map or list that is not empty, indented to the column. */
export function blockLines(value: JsonMap | JsonValue[], column: number, indents: YamlIndents): string[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    entryLines(isList ? undefined : key, inner, column, indents),
  );
}

/** The lines of one entry of a map, or of one item of a list, which has no key. */
export function entryLines(
  key: string | undefined,
  value: JsonValue,
  column: number,
  indents: YamlIndents,
): readonly string[] {
  const start = startOf(key, column);
  const { head, below } = valueText(value, column, {
    used: start.length,
    indents,
    inList: key === undefined,
  });
  if (head !== '') return [`${start} ${head}`, ...below];
  return key === undefined
    ? [`${start} ${(below[0] ?? '').trimStart()}`, ...below.slice(1)]
    : [start, ...below];
}

function startOf(key: string | undefined, column: number): string {
  const blanks = ' '.repeat(column);
  if (key === undefined) return `${blanks}-`;
  const written = scalarText(key);
  return written.length > LONGEST_KEY ? `${blanks}? ${written}\n${blanks}:` : `${blanks}${written}:`;
}

/**
 * The text of a value whose key or dash stands at a column.
 * @param place.used how many columns of the line are taken
 * @param place.quotes what a text stood in, and stands in again if it can
 */
export function valueText(
  value: JsonValue,
  column: number,
  place: {
    readonly used: number;
    readonly indents: YamlIndents;
    readonly inList?: boolean;
    readonly quotes?: Quotes;
  },
): ValueText {
  if (typeof value === 'string') {
    const lines = literal(value, column + place.indents.map, place.indents.map);
    return lines ?? { head: scalarText(value, { quotes: place.quotes }), below: [] };
  }
  if (!isCollection(value)) return { head: scalarText(value), below: [] };
  if (isEmpty(value)) return { head: flowText(value), below: [] };
  const onLine = place.inList === true && !Array.isArray(value) ? undefined : leafText(value);
  if (onLine !== undefined && place.used + 1 + onLine.length <= LINE_WIDTH)
    return { head: onLine, below: [] };
  const { list, map } = place.indents;
  const indent = place.inList === true ? 2 : Array.isArray(value) ? list : map;
  return { head: '', below: blockLines(value, column + indent, place.indents) };
}

/** A few scalars on one line, unless one of them would need quotes only because it stands there. */
function leafText(value: JsonMap | JsonValue[]): string | undefined {
  const inner = Object.values(value);
  const texts = Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
  if (inner.length > MOST_ON_A_LINE || inner.some((one) => isCollection(one))) return undefined;
  const fits = texts.every((one) => !hasLines(one) && scalarText(one) === scalarText(one, { inFlow: true }));
  return fits ? flowText(value) : undefined;
}

/** A value on one line. @param json whether all texts stand in double quotes, as in JSON */
export function flowText(value: JsonValue, json = false): string {
  const how = { inFlow: true, quotes: json ? 'double' : 'plain' } as const;
  if (!isCollection(value)) return scalarText(value, how);
  if (Array.isArray(value)) return `[${value.map((one) => flowText(one, json)).join(', ')}]`;
  const entries = Object.entries(value).map(([key, one]) => flowEntry(key, one, json));
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** An entry of a map on one line, or an item of a list, which has no key. */
export function flowEntry(key: string | undefined, value: JsonValue, json: boolean): string {
  if (key === undefined) return flowText(value, json);
  const written = scalarText(key, { inFlow: true, quotes: json ? 'double' : 'plain' });
  return `${written.length > LONGEST_KEY ? '? ' : ''}${written}: ${flowText(value, json)}`;
}

/** A text, number, truth or null on one line. */
export function scalarText(
  value: JsonValue,
  {
    inFlow = false,
    quotes = 'plain',
  }: { readonly inFlow?: boolean; readonly quotes?: Quotes | undefined } = {},
): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (quotes === 'single' && !UNPRINTABLE.test(value)) return `'${value.replaceAll("'", "''")}'`;
  if (quotes !== 'double' && isPlain(value, inFlow)) return value;
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The characters that a text shows only as escapes. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/u;
const STARTS_OTHERWISE = /^(?:[*&!%@`#|>[\]{},"'\s]|[-?:](?:\s|$)|---|\.\.\.)/;
const MEANS_OTHERWISE = /:(?:\s|$)|\s#|\s$/;
/** What the core schema of YAML 1.2 reads as null, a truth or a number. */
const OTHER_TYPE =
  /^(?:~|null|true|false|[-+]?\d+|0o[0-7]+|0x[\da-f]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|[-+]?\.inf|\.nan)$/i;

function isPlain(text: string, inFlow: boolean): boolean {
  if (text === '' || UNPRINTABLE.test(text) || OTHER_TYPE.test(text)) return false;
  if (STARTS_OTHERWISE.test(text) || MEANS_OTHERWISE.test(text)) return false;
  return !inFlow || !/[[\]{},]|^[-?:]/.test(text);
}

/** A text of several lines as it is. Not one that ends in blank lines, which would take those below it too. */
function literal(text: string, column: number, indent: number): ValueText | undefined {
  const lines = text.split('\n');
  if (lines.length === 1 || UNPRINTABLE.test(text.replace(/[\n\t]/g, ''))) return undefined;
  const chomping = text.endsWith('\n') ? '' : '-';
  if (chomping === '') lines.pop();
  if (lines[0]?.trim() === '' || lines.at(-1)?.trim() === '') return undefined;
  const blanks = ' '.repeat(column);
  return {
    head: `|${/^\s/.test(text) ? indent : ''}${chomping}`,
    below: lines.map((line) => (line === '' ? '' : `${blanks}${line}`)),
  };
}

/** Whether a text of several lines is in the value. */
export function hasLines(value: JsonValue): boolean {
  if (isCollection(value)) return Object.entries(value).some(([key, one]) => hasLines(key) || hasLines(one));
  return typeof value === 'string' && value.includes('\n');
}

export function isCollection(value: JsonValue): value is JsonMap | JsonValue[] {
  return typeof value === 'object' && value !== null;
}

const isEmpty = (value: JsonMap | JsonValue[]): boolean => Object.keys(value).length === 0;
