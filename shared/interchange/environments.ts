/** Environments of an import: where its requests go, with the variables and the names of secrets of the source. */
import { freeName } from '../names.ts';
import { isRecord } from '../own-value.ts';
import type { JsonValue } from '../collections/value-text.ts';
import { addressOf, type Values } from './address.ts';
import type { Folder, ImportedEnvironment } from './model.ts';
import type { Base } from './placing.ts';
import { shown } from './report.ts';

/** Characters: of the window's form. */
const LONGEST_NAME = 60;

/**
 * Variables that environments of the source have are those of its environments alone: a collection's own would be stronger. An
 * environment that lacks one gets the collection's.
 */
export function moveVariables(root: Folder, environments: readonly Folder[]): void {
  const own = root.settings.variables;
  for (const { settings } of environments)
    for (const name of Object.keys(settings.variables)) {
      if (!Object.hasOwn(own, name)) continue;
      for (const { settings: other } of environments)
        if (!Object.hasOwn(other.variables, name)) other.variables[name] = own[name] ?? '';
      delete own[name];
    }
}

/**
 * @param name of the environment that is made if the source has none
 * @param secrets names of those that its requests need
 * @param valuesIn the values of variables in an environment
 */
export function environmentsOf(
  sources: readonly Folder[],
  { name, base, secrets }: { name: string; base: Base | null; secrets: readonly string[] },
  valuesIn: (environment: Folder | null) => Values,
): ImportedEnvironment[] {
  const made: ImportedEnvironment[] = [];
  const add = (source: Folder | null, given: string, all: Record<string, JsonValue>) => {
    const plain = shown(given).slice(0, LONGEST_NAME).toWellFormed().trim() || 'Environment';
    const isTaken = (one: string) => made.some((other) => other.name.toLowerCase() === one.toLowerCase());
    made.push({
      name: freeName(plain, isTaken, LONGEST_NAME),
      baseUrl: base === null ? null : baseUrlOf(base, valuesIn(source)),
      variables: { ...all },
      secrets: [...secrets],
    });
  };
  for (const source of sources) add(source, source.name, source.settings.variables);
  if (sources.length === 0 && base !== null && baseUrlOf(base, valuesIn(null)) !== null) add(null, name, {});
  return made;
}

/** Null if its variables have no values. */
function baseUrlOf({ path, request }: Base, values: Values): string | null {
  const address = addressOf(request, values, () => {});
  if (typeof address === 'string' || address.origin === null) return null;
  const parts = address.parts.slice(0, path.length).map(({ known }) => `/${known}`);
  const url = address.origin + parts.join('');
  return /[{}]|%7b%7b/i.test(url) || !URL.canParse(url) ? null : url;
}

/** The environment as a file that `run --env` reads. */
export function environmentFile({ baseUrl, variables, secrets }: ImportedEnvironment): string {
  const from = secrets.map((name) => [
    name,
    { from: name.replaceAll(/([a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, '$1_').toUpperCase() },
  ]);
  const file = {
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(from.length === 0 ? {} : { secrets: Object.fromEntries(from) as unknown }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The value of a variable as a text: that of JSON for what is none. */
export function variableText(value: JsonValue): string {
  return isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? '');
}
