/** A collection as OpenCollection, which Bruno reads: all of it in one YAML file. */
import { stringify } from 'yaml';
import type { Assertion } from '../../collections/assertion.ts';
import type { Source } from '../../collections/source.ts';
import type { Step } from '../../collections/steps.ts';
import { interchange as t } from '../../texts/interchange.ts';
import type { Folder } from '../model.ts';
import { scriptPathOf } from '../paths.ts';
import { type Entry, wordsOf } from '../report.ts';
import { asItIs } from './literals.ts';
import {
  BASE_VARIABLE,
  bodySteps,
  type Carried,
  needsBase,
  type Exporting,
  type Sent,
  variablesOf,
} from './exporting.ts';
import { ownValue } from '../../own-value.ts';

const CARRIED: Carried = new Set(['about', 'tags', 'expect', 'keep']);
/** A folder has no tags. */
const CARRIED_OF_FOLDER: Carried = new Set(['about']);

export function toOpenCollection(root: Folder, exporting: Exporting): string {
  const secret = new Set(root.settings.secret);
  const entry = exporting.folder(root, [], CARRIED_OF_FOLDER);
  if (secret.size > 0) entry.changed(t.secretValue);
  const items = itemsOf(root, [], secret, exporting);
  const collection = {
    opencollection: '1.0.0',
    info: { name: root.name },
    config: {
      environments: [
        {
          name: 'default',
          variables: [
            ...(needsBase(root) ? [{ name: BASE_VARIABLE, value: '' }] : []),
            ...[...secret].sort().map((name) => ({ secret: true, name })),
          ],
        },
      ],
    },
    items,
    ...defaultsOf(root, secret),
    bundled: true,
  };
  return stringify(collection, { lineWidth: 0, aliasDuplicateObjects: false });
}

function defaultsOf(folder: Folder, secret: ReadonlySet<string>): object {
  const variables = variablesOf(folder, secret).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : { type: typeName(value), data: JSON.stringify(value) },
  }));
  return {
    ...(variables.length === 0 ? {} : { request: { variables } }),
    ...(folder.settings.about === undefined ? {} : { docs: folder.settings.about }),
  };
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' || typeof value === 'boolean' ? typeof value : 'object';
}

function itemsOf(
  folder: Folder,
  names: readonly string[],
  secret: ReadonlySet<string>,
  exporting: Exporting,
): object[] {
  return exporting.children(folder, names, CARRIED_OF_FOLDER, {
    step: (step, around, seq) => itemOf(step, seq, around, exporting),
    folder: (child, all, seq) => ({
      info: { name: child.name, type: 'folder', seq },
      items: itemsOf(child, all, secret, exporting),
      ...defaultsOf(child, secret),
    }),
  });
}

function itemOf(step: Step, seq: number, names: readonly string[], exporting: Exporting): object | null {
  const made = exporting.sent(step, names, CARRIED);
  if (made === null) return null;
  const { entry } = made;
  const sent = asItIs(made.sent, entry);
  const runtime = runtimeOf(step, entry);
  return {
    info: {
      name: step.name,
      type: 'http',
      seq,
      ...((step.tags ?? []).length === 0 ? {} : { tags: step.tags }),
    },
    http: {
      method: sent.method,
      url: exporting.address(sent.path),
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

function runtimeOf(
  { expect = [], keep = [] }: Step,
  entry: Entry,
): { assertions?: object[]; actions?: object[] } {
  const assertions = expect.flatMap((assertion) => {
    const said = assertionOf(assertion);
    if (said === null) entry.changed(t.assertionLost(wordsOf(assertion)));
    else if (assertion.that.of !== 'body' && bodySteps(assertion.that) !== null)
      entry.changed(t.assertionChanged(wordsOf(assertion)));
    return said === null ? [] : [said];
  });
  const actions = keep.flatMap(({ as, from, pick }) => {
    const expression = pick === undefined ? expressionOf(from) : null;
    if (expression === null) entry.changed(t.captureLost(as));
    else if (from.of !== 'body' && bodySteps(from) !== null) entry.changed(t.captureChanged(as));
    return expression === null
      ? []
      : [
          {
            type: 'set-variable',
            phase: 'after-response',
            selector: { expression, method: 'jsonq' },
            variable: { name: as, scope: 'runtime' },
          },
        ];
  });
  return {
    ...(assertions.length === 0 ? {} : { assertions }),
    ...(actions.length === 0 ? {} : { actions }),
  };
}

function expressionOf(source: Source): string | null {
  if (source.of === 'status') return 'res.status';
  if (source.of === 'time') return 'res.responseTime';
  if (source.of === 'header') return scriptPathOf('res.headers', [source.name]);
  const steps = bodySteps(source);
  return steps === null ? null : scriptPathOf('res.body', steps);
}

function assertionOf({ that, must }: Assertion): object | null {
  const expression = expressionOf(that);
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
  if (typeof value === 'string')
    return /^[A-Za-z][\w-]*$/.test(value) && !/^(?:true|false|null|undefined)$/.test(value)
      ? value
      : `"${value}"`;
  if (typeof value === 'number') return /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : null;
  return typeof value === 'boolean' || value === null ? String(value) : null;
}
