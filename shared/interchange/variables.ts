/** Variables of other programs: `{{ name }}` with any name becomes `{{name}}` as a collection writes it. */
import { MAX_VARIABLE_NAME_CHARS } from '../limits.ts';
import { interchange as t } from '../texts/interchange.ts';
import { ownValue } from '../own-value.ts';

/** What other programs compute, by their name, and its counterpart. */
const COMPUTED: Readonly<Record<string, string>> = {
  $guid: '$uuid',
  $randomUUID: '$uuid',
  $uuid: '$uuid',
  '$random.uuid': '$uuid',
  $isoTimestamp: '$now',
  $now: '$now',
  $today: '$today',
  $bankingDay: '$bankingDay',
  $text: '$text',
};

const OWN = /^\$(?:(?:uuid|now|text)|(?:today|bankingDay)(?:[+-]\d{1,4})?)$/;
/** A variable of the process in which the other program runs. */
const PROCESS = /^(?:process\.env\.|\$env\.|\$(?:dotenv|processEnv)\s+%?)(.+)$/;
const ANY = /\{\{([^{}]{1,300})\}\}/g;
/** Tags of Insomnia: `{% uuid 'v4' %}`. */
const TAG = /\{%([^%]{1,2000})%\}/g;

/** Whether a text has a variable. */
export function hasVariable(text: string): boolean {
  return /\{\{[^{}]{1,300}\}\}/.test(text);
}

/** The name of the variable that is the whole text, or null. */
export function onlyVariable(text: string): string | null {
  return /^\s*\{\{(\$?[A-Za-z][\w.+-]*)\}\}\s*$/.exec(text)?.[1] ?? null;
}

/** A name that a collection and an environment accept, made from any text. */
export function variableName(text: string): string {
  const name = text
    .trim()
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_VARIABLE_NAME_CHARS);
  return name === '' ? `value${text.length}` : name;
}

/**
 * The same text with the variables as a collection writes them.
 * @param changed called with a sentence about each variable that is not the same
 */
export function withVariables(text: string, changed: (note: string) => void): string {
  if (!text.includes('{{') && !text.includes('{%')) return text;
  return text
    .replaceAll(TAG, (whole) => tagged(whole, changed))
    .replaceAll(ANY, (_, inside: string) => `{{${named(inside.trim(), changed)}}}`);
}

function named(name: string, changed: (note: string) => void): string {
  const plain = name.replace(/^_\./, '');
  const [, ofProcess] = PROCESS.exec(plain) ?? [];
  if (ofProcess !== undefined) {
    const after = variableName(ofProcess);
    changed(t.processVariable(after));
    return after;
  }
  if (plain.startsWith('$')) return computed(plain, changed);
  const after = variableName(plain);
  if (after !== plain) changed(t.variableName(plain, after));
  return after;
}

function computed(name: string, changed: (note: string) => void): string {
  if (OWN.test(name)) return name;
  const own = ownValue(COMPUTED, name) ?? dateOf(name);
  const after = own ?? variableName(/^[^\s(]+/.exec(name)?.[0] ?? name);
  changed(own === undefined ? t.noDynamic(name, after) : t.dynamic(name, own));
  return after;
}

/** `$datetime iso8601`, or a date such as `$datetime 'YYYY-MM-DD' 1 d`. */
function dateOf(name: string): string | undefined {
  const [, form, days = '0'] =
    /^\$(?:localD|d)atetime\s+(iso8601|["']?YYYY-MM-DD["']?)(?:\s+(-?\d{1,4})\s+d)?$/.exec(name) ?? [];
  const shift = Number(days) === 0 ? '' : `${Number(days) > 0 ? '+' : ''}${Number(days)}`;
  if (form === 'iso8601') return shift === '' ? '$now' : undefined;
  return form === undefined ? undefined : `$today${shift}`;
}

function tagged(tag: string, changed: (note: string) => void): string {
  const [word = '', kind = ''] = tag.slice(2, -2).trim().split(/\s+/, 2);
  const own = word === 'uuid' ? '$uuid' : word === 'now' && kind.includes('iso') ? '$now' : null;
  const after = own ?? variableName(word);
  changed(own === null ? t.tag(tag.slice(0, 80), after) : t.dynamic(tag.slice(0, 80), own));
  return `{{${after}}}`;
}

/** The names of the variables in all texts of a value. */
export function variablesIn(value: unknown): string[] {
  return Array.from((JSON.stringify(value) ?? '').matchAll(/\{\{([\w.$+-]+)\}\}/g), ([, name = '']) => name);
}
