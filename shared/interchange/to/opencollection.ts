/** A collection as OpenCollection, which Bruno reads: all of it in one YAML file. */
import type { Assertion } from '../../collections/assertion.ts';
import type { Source } from '../../collections/source.ts';
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { scriptPathOf } from '../paths.ts';
import { type Entry, wordsOf } from '../report.ts';
import { asItIs } from './literals.ts';
import { BASE_VARIABLE, bodySteps, type Carried, needsBase, type Exporting, type Sent } from './exporting.ts';
import { ownValue } from '../../own-value.ts';
import { assertionScript, BRUNO, captureScript, scriptAfter, scriptBefore } from './script.ts';
import { type Told, VARIABLES } from './told.ts';
import { type BrunoItem, yaml } from './bruno-folder.ts';

const CARRIED: Carried = new Set(['about', 'tags', 'expect', 'keep']);
/** A folder has no tags. */
const CARRIED_OF_FOLDER: Carried = new Set(['about']);

export function toOpenCollection(root: Folder, exporting: Exporting): string {
  const { secret, variables, about } = root.settings;
  const entry = exporting.folder(root, [], CARRIED_OF_FOLDER);
  entry.changed(t.throughProxy);
  if (secret.length > 0) entry.changed(t.secretValue);
  const items = itemsOf(root, [], exporting);
  const isAddress = (name: string) => name === BASE_VARIABLE || name === VARIABLES.control;
  const own = Object.entries({ ...(needsBase(root) ? { [BASE_VARIABLE]: '' } : {}), ...variables })
    .filter(([name]) => !secret.includes(name))
    .map(([name, value]) => ({ name, value }));
  const others = own.filter(({ name }) => !isAddress(name));
  const collection = {
    opencollection: '1.0.0',
    info: { name: root.name },
    config: {
      // A person gives these their values.
      environments: [
        {
          name: 'default',
          variables: [
            ...own.filter(({ name }) => isAddress(name)),
            ...[...secret].sort().map((name) => ({ secret: true, name })),
          ],
        },
      ],
    },
    items,
    ...(others.length === 0 ? {} : { request: { variables: others } }),
    ...(about === undefined ? {} : { docs: about }),
    bundled: true,
  };
  return yaml(collection);
}

/** @param prefix of the names of requests, for the folders in whose place they stand */
function itemsOf(folder: Folder, names: readonly string[], exporting: Exporting, prefix = ''): BrunoItem[] {
  // Bruno runs folders before the requests beside them.
  const isMixed = prefix !== '' || folder.children.some(({ kind }) => kind === 'step');
  const items = exporting.children<BrunoItem>(folder, names, CARRIED_OF_FOLDER, {
    step: (step, around) => itemOf(step, prefix, around, exporting),
    folder: (child, all) => {
      if (isMixed) return itemsOf(child, all, exporting, `${prefix}${child.name} / `);
      const { about } = child.settings;
      return {
        info: { name: child.name, type: 'folder' },
        items: itemsOf(child, all, exporting),
        ...(about === undefined ? {} : { docs: about }),
      };
    },
  });
  return items.map((item, at) => ({ ...item, info: { ...item.info, seq: at + 1 } }));
}

function itemOf(
  step: Step,
  prefix: string,
  names: readonly string[],
  exporting: Exporting,
): BrunoItem | null {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return null;
  const { entry } = made;
  const sent = asItIs(made.sent, entry);
  const told = exporting.told(step);
  const runtime = runtimeOf(step, told, entry);
  // A script goes on with it by its name.
  const name = told.round?.part === 'request' ? step.name : prefix + step.name;
  return {
    info: {
      name,
      type: 'http',
      ...((step.tags ?? []).length === 0 ? {} : { tags: step.tags }),
    },
    http: {
      method: sent.method,
      url: exporting.address(step, sent.path),
      ...paramsOf(sent.path),
      ...(sent.headers.length === 0
        ? {}
        : { headers: sent.headers.map(([name, value]) => ({ name, value })) }),
      ...(sent.body === '' ? {} : { body: bodyOf(sent) }),
    },
    ...(Object.keys(runtime).length === 0 ? {} : { runtime }),
    ...(step.about === undefined ? {} : { docs: step.about }),
  };
}

function bodyOf({ body, isJson }: Sent): object {
  return { type: isJson ? 'json' : 'text', data: body };
}

/** Bruno shows the query as a table. */
function paramsOf(path: string): object {
  const [, query] = path.split('?', 2);
  if (query === undefined) return {};
  return { params: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value, type: 'query' })) };
}

/** Data where Bruno has it, which shows it in tables; scripts for the rest. */
function runtimeOf({ expect = [], keep = [] }: Step, told: Told, entry: Entry): Record<string, object[]> {
  const assertions: object[] = [];
  const actions: object[] = [];
  const tests: string[] = [];
  const test = (script: string[] | null, otherwise: string) => {
    if (script === null) entry.changed(otherwise);
    else tests.push(...script);
  };
  for (const one of expect) {
    const said = assertionOf(one);
    if (said === null) test(assertionScript(one, BRUNO), t.assertionLost(wordsOf(one)));
    else assertions.push(said);
  }
  for (const one of keep) {
    // What is not there must not leave an earlier value.
    const expression = one.pick === undefined ? expressionOf(one.from, true) : null;
    if (expression === null) {
      test(captureScript(one, BRUNO), t.captureLost(one.as));
      continue;
    }
    assertions.push({ expression, operator: 'isDefined' });
    actions.push({
      type: 'set-variable',
      phase: 'after-response',
      selector: { expression, method: 'jsonq' },
      variable: { name: one.as, scope: 'runtime' },
    });
  }
  const scripts = [
    { type: 'before-request', code: scriptBefore(told, BRUNO) },
    { type: 'after-response', code: scriptAfter(told, BRUNO) },
    { type: 'tests', code: tests },
  ].flatMap(({ type, code }) => (code.length === 0 ? [] : [{ type, code: code.join('\n') }]));
  return Object.fromEntries(
    Object.entries({ assertions, actions, scripts }).filter(([, list]) => list.length > 0),
  );
}

/** @param mayBeAbsent whether what is above it may be absent, too */
function expressionOf(source: Source, mayBeAbsent = false): string | null {
  if (source.of === 'status') return 'res.status';
  if (source.of === 'time') return 'res.responseTime';
  // Their names are there in lower case; a script finds any.
  if (source.of === 'header')
    return /[A-Z]/.test(source.name) ? null : scriptPathOf('res.headers', [source.name]);
  const steps = bodySteps(source);
  return steps === null || steps.at(-1) === 'length' ? null : scriptPathOf('res.body', steps, mayBeAbsent);
}

function assertionOf({ that, must }: Assertion): object | null {
  const expression = expressionOf(that, must.is === 'absent');
  const said = operatorOf(must, that);
  if (expression === null || said === null) return null;
  const [operator, value] = said;
  return { expression, operator, ...(value === undefined ? {} : { value }) };
}

const FORMS: Readonly<Record<string, string>> = {
  number: 'isNumber',
  text: 'isString',
  boolean: 'isBoolean',
  list: 'isArray',
};

function operatorOf(must: Assertion['must'], that: Source): [operator: string, value?: string] | null {
  switch (must.is) {
    case 'equal':
      return withLiteral('eq', must.to);
    case 'different':
      return that.of === 'status' ? withLiteral('neq', must.from) : null;
    case 'containing':
      return withLiteral('contains', must.value);
    case 'one-of': {
      const texts = must.values.map(literal);
      return texts.some((text) => text === null || /[,[\]]/.test(text)) ? null : ['in', texts.join(', ')];
    }
    case 'at-most':
      return typeof must.value === 'number' ? withLiteral('lte', must.value) : null;
    case 'at-least':
      return typeof must.value === 'number' ? withLiteral('gte', must.value) : null;
    case 'of-form': {
      const operator = ownValue(FORMS, must.form);
      return operator === undefined ? null : [operator];
    }
    case 'of-length':
      return ['length', String(must.length)];
    case 'present':
      return ['isDefined'];
    case 'absent':
      return ['isUndefined'];
    case 'every':
    case 'like':
    case 'matching':
      return null;
  }
}

function withLiteral(operator: string, value: unknown): [string, string] | null {
  const text = literal(value);
  return text === null ? null : [operator, text];
}

/** A value as Bruno reads it; null for lists, objects, and numbers that it would read as texts. */
function literal(value: unknown): string | null {
  // It would be read as a template of JavaScript.
  if (typeof value === 'string' && /[`\\]|\$\{/.test(value)) return null;
  if (typeof value === 'string')
    return /^[A-Za-z][\w-]*$/.test(value) && !/^(?:true|false|null|undefined)$/.test(value)
      ? value
      : `"${value}"`;
  if (typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : null;
  return typeof value === 'boolean' || value === null ? String(value) : null;
}
