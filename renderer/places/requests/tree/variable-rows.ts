/** The variables and headers of a collection, flow or group as rows and lines. Pure. */
import type { Settings } from '../../../../shared/collections/settings.ts';
import { usualSpelling } from '../../../../shared/requests/raw-text.ts';
import { VARIABLE_NAME } from '../../../../shared/collections/variable-name.ts';
import { ownValue } from '../../../../shared/own-value.ts';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

type Values = Settings['variables'];
type Value = Values[string];

export interface VariableRow {
  name: string;
  value: string;
  secret: boolean;
}

/** Strings as they are, other values as JSON. */
export function shownValue(value: Value | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

export function rowsOfVariables({
  variables,
  secret,
}: Pick<Settings, 'variables' | 'secret'>): VariableRow[] {
  const secrets = new Set(secret);
  const names = Array.from(new Set([...Object.keys(variables), ...secret]));
  return names.map((name) => ({
    name,
    value: secrets.has(name) ? '' : shownValue(ownValue(variables, name)),
    secret: secrets.has(name),
  }));
}

/** The index of the first row with an invalid or repeated name. */
export function wrongRow(rows: readonly VariableRow[]): number | null {
  const before = new Set<string>();
  for (const [at, { name }] of rows.entries()) {
    if (!VARIABLE_NAME.test(name) || before.has(name)) return at;
    before.add(name);
  }
  return null;
}

/** A value that was not a string keeps its type if the row is still JSON. @param before the current values */
export function variablesOf(
  rows: readonly VariableRow[],
  before: Values,
): Pick<Settings, 'variables' | 'secret'> {
  const variables = rows.flatMap(({ name, value, secret }) => {
    const old = ownValue(before, name);
    // The value of a secret variable is not edited here, and not lost if the file has one.
    if (secret) return old === undefined ? [] : [[name, old] as const];
    return [[name, typed(value, old)] as const];
  });
  return {
    variables: Object.fromEntries(variables),
    secret: rows.filter(({ secret }) => secret).map(({ name }) => name),
  };
}

function typed(value: string, before: Value | undefined): Value {
  if (before === undefined || typeof before === 'string') return value;
  try {
    return JSON.parse(value) as Value;
  } catch {
    return value;
  }
}

/** One header a line; one without a value is left out of the requests. */
export function headerText(headers: Settings['headers']): string {
  return Object.entries(headers)
    .map(([name, value]) => `${usualSpelling(name)}: ${value}`.trimEnd())
    .join('\n');
}

/** @returns the first wrong line instead, if there is one */
export function readHeaders(text: string): Settings['headers'] | string {
  const headers = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([^\s:]+)\s*:(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!HEADER_NAME.test(key) || headers.has(key)) return line.trim();
    headers.set(key, value.trim());
  }
  return Object.fromEntries(headers);
}
