/** What is made to be given to others: whatever is a credential by its name or form becomes a variable without a value, wherever it stands. */
import type { Assertion, Expectation } from '../collections/assertion.ts';
import { secretTexts } from '../collections/secret-values.ts';
import type { Repeats, Settings } from '../collections/settings.ts';
import type { JsonValue } from '../collections/value-text.ts';
import type { Source } from '../collections/source.ts';
import type { ControlStep, RequestStep, Step } from '../collections/steps.ts';
import { withoutSecrets } from './body.ts';
import {
  type Called,
  type Hide,
  hiddenValue,
  pairsWithoutSecrets,
  textWithoutSecrets,
} from './secret-texts.ts';
import { hiddenSecret, isSecretName } from './secrets.ts';

/** A credential, and what stands in its place. */
export interface Replaced {
  real: string;
  shown: string;
}

/** The variable of the name and password in an address. */
const USERINFO = 'userinfo';

/** Takes the credentials out of one step after another. */
export class Credentials {
  /** Every variable that stands for a credential, also where the step already had it. */
  readonly variables = new Set<string>();
  /** Those of them that have taken the place of a value. */
  readonly dropped = new Set<string>();
  /** The same credential may stand in another place, under a name that says nothing. */
  readonly replaced: Replaced[] = [];

  /** The same step with a variable in place of each credential. @param found called with the name of its place and the variable */
  without(step: Step, found: (name: string, variable: string) => void = () => undefined): Step {
    const drop = (name: string, variable: string, replaced: Replaced) => {
      this.variables.add(variable);
      this.dropped.add(variable);
      this.replaced.push(replaced);
      found(name, variable);
    };
    const hide: Hide = (name, value) => {
      const hidden = hiddenSecret(name, value);
      if (hidden === null) return value;
      const { variable } = hidden;
      const shown = `{{${variable}}}`;
      this.variables.add(variable);
      // What follows the scheme, as in "Bearer …".
      if (hidden.isDropped) {
        const real = value.slice(hidden.value.length - shown.length);
        drop(name, variable, { real, shown });
      }
      return hidden.value;
    };
    const without = stepWithout(step, hide);
    for (const real of userinfosIn(without)) drop(USERINFO, USERINFO, { real, shown: `//{{${USERINFO}}}@` });
    return without;
  }
}

/** `//name:password@` of the addresses in all texts of a value: no name of a header or member says that it is there. */
export function userinfosIn(all: unknown): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      const text = value.replaceAll(/%3A/gi, ':').replaceAll(/%2F/gi, '/').replaceAll(/%40/g, '@');
      for (const [whole] of text.matchAll(/\/\/[^\s/?#@"'<>]{1,1000}@(?=[\w[])/g))
        if (!/^\/\/(?:\{\{[^{}]*\}\}|:)*@$/.test(whole)) found.add(whole);
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
  };
  look(all);
  return found;
}

/** A line `METHOD /path?query`, an address or a path: the values of its query, which may be percent-encoded. */
export function addressWithout(address: string, hide: Hide): string {
  const at = address.indexOf('?');
  if (at < 0) return address;
  return `${address.slice(0, at + 1)}${pairsWithoutSecrets(address.slice(at + 1), hide)}`;
}

type Values = Settings['variables'];

/**
 * The variables of a folder as they may be given away.
 * @param secret names that are secret wherever they stand @param instead stands for a secret inside a list or an object
 * @returns without those that are secret by these names, by their own name or by their form; their names, and their values as texts
 */
export function variablesWithout(
  variables: Values,
  secret: ReadonlySet<string>,
  instead: string,
): { open: Values; names: string[]; values: string[] } {
  const all = Object.entries(variables);
  const gone = all.filter(([name, value]) => secret.has(name) || isSecretVariable(name, value));
  const names = new Set(gone.map(([name]) => name));
  const inside: string[] = [];
  const hide: Hide = (name, value) => {
    if (hiddenSecret(name, value)?.isDropped !== true) return value;
    inside.push(value);
    return instead;
  };
  const open = all
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => [
      name,
      typeof value === 'object' ? withoutSecrets(value, hide, isSecretName, { name, around: null }) : value,
    ]);
  const written = [...gone.map(([, value]) => value), ...inside];
  return {
    open: Object.fromEntries(open) as Values,
    names: [...names],
    values: [...secretTexts(written.map((value) => ({ value, secret: true })))],
  };
}

function isSecretVariable(name: string, value: Values[string]): boolean {
  if (typeof value === 'string') return hiddenSecret(name, value)?.isDropped === true;
  return isSecretName(name) && (typeof value === 'number' || (typeof value === 'object' && value !== null));
}

/** Everything of a step that is sent, compared or passed on, without what `hide` replaces. */
export function stepWithout(step: Step, hide: Hide): Step {
  const { request, change, sca, control, include, until, expect, warn } = step;
  const assertions = (all: readonly Assertion[]) => all.map((one) => assertionWithout(one, hide));
  return {
    ...step,
    ...repeatsWithout(step, hide),
    ...(request === undefined ? {} : { request: requestWithout(request, hide) }),
    ...(change === undefined ? {} : { change: jsonWithout(change, hide) }),
    ...(sca?.link === undefined ? {} : { sca: { ...sca, link: addressWithout(sca.link, hide) } }),
    ...(control === undefined ? {} : { control: controlWithout(control, hide) }),
    ...(include?.variables === undefined
      ? {}
      : { include: { ...include, variables: jsonWithout(include.variables, hide) } }),
    ...(expect === undefined ? {} : { expect: assertions(expect) }),
    ...(warn === undefined ? {} : { warn: assertions(warn) }),
    ...(until === undefined
      ? {}
      : {
          until: {
            ...until,
            expect: assertions(until.expect),
            between: 'pause' in until.between ? until.between : controlWithout(until.between, hide),
          },
        }),
  };
}

/** What leaves a step or group out or repeats it, without what `hide` replaces. */
export function repeatsWithout({ when, each }: Repeats, hide: Hide): Repeats {
  return {
    ...(when === undefined
      ? {}
      : {
          when: when.map((one) => ({
            ...one,
            must: expectationWithout(one.must, { name: one.variable, around: null }, hide),
          })),
        }),
    ...(each === undefined || typeof each === 'string' ? {} : { each: jsonWithout(each, hide) }),
  };
}

/** The same form of lists and maps. */
function jsonWithout<T extends JsonValue>(json: T, hide: Hide): T {
  return withoutSecrets(json, hide) as T;
}

function valuesWithout(record: Readonly<Record<string, string>>, hide: Hide): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, hide(name, value)]));
}

function requestWithout({ line, text, json, ...request }: RequestStep, hide: Hide): RequestStep {
  const headers = valuesWithout(request.headers, hide);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null;
  return {
    ...request,
    params: valuesWithout(request.params, hide),
    query: valuesWithout(request.query, hide),
    headers,
    ...(line === undefined ? {} : { line: addressWithout(line, hide) }),
    ...(json === undefined ? {} : { json: withoutSecrets(json, hide) }),
    ...(text === undefined ? {} : { text: textWithoutSecrets(text.join('\n'), type, hide).split('\n') }),
  };
}

function controlWithout({ json, ...control }: ControlStep, hide: Hide): ControlStep {
  return {
    ...control,
    path: addressWithout(control.path, hide),
    ...(json === undefined ? {} : { json: withoutSecrets(json, hide) }),
  };
}

/** A value that is compared with a credential of the response is one. */
function assertionWithout({ that, must }: Assertion, hide: Hide): Assertion {
  return { that, must: expectationWithout(must, { name: placeOf(that), around: null }, hide) };
}

function expectationWithout(must: Expectation, called: Called, hide: Hide): Expectation {
  const json = (value: JsonValue) => withoutSecrets(value, hide, isSecretName, called);
  switch (must.is) {
    case 'equal':
      return { ...must, to: json(must.to) };
    case 'different':
      return { ...must, from: json(must.from) };
    case 'one-of':
      return { ...must, values: must.values.map(json) };
    case 'containing':
      return { ...must, value: json(must.value) };
    case 'like':
    case 'matching':
      return { ...must, pattern: hiddenValue(must.pattern, called, hide) };
    case 'at-most':
    case 'at-least':
      return typeof must.value === 'string'
        ? { ...must, value: hiddenValue(must.value, called, hide) }
        : must;
    case 'every':
      return { ...must, must: must.must.map((one) => expectationWithout(one, called, hide)) };
    default:
      return must;
  }
}

/** What the place of a value is called: of several names in a path, the secret one. */
function placeOf(that: Source): string {
  if (that.of === 'header' || that.of === 'link' || that.of === 'redirect') return that.name;
  if (that.of !== 'body') return that.of;
  const names = that.path.match(/[A-Za-z_][\w-]*/g) ?? [];
  return names.findLast((name) => isSecretName(name)) ?? names.at(-1) ?? that.of;
}
