/** The variables of a folder as rows of a table. Pure. */
import type { FolderSettings } from '../../../../shared/collections/folder-file.ts';
import { VARIABLE_NAME } from '../../../../shared/collections/variable-name.ts';
import { ownValue } from '../../../../shared/own-value.ts';

type Values = FolderSettings['variables'];
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
}: Pick<FolderSettings, 'variables' | 'secret'>): VariableRow[] {
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
): Pick<FolderSettings, 'variables' | 'secret'> {
  const variables = rows
    .filter(({ secret }) => !secret)
    .map(({ name, value }) => [name, typed(value, ownValue(before, name))] as const);
  return {
    variables: Object.fromEntries(variables),
    // Secret values are never in the file.
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
