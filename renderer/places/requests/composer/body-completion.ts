/** Completion in a body: fields and values of the operation's schema, recent ids, and variables. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  snippet,
} from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { partsAt, type SchemaPart } from '../../../../shared/xs2a/json-schema.ts';
import { IDS_OF_FIELD } from '../../../../shared/contract/recent-ids.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { DYNAMIC } from '../../../../shared/collections/dynamic.ts';
import { host } from '../../../host.ts';
import { loadRecentIds } from '../../../state/requests/recent-ids.ts';
import { activeTab } from '../../../state/requests/store.ts';
import { stateText } from '../../../parts/bank/payment-status.tsx';
import { momentOfToday } from '../../../ui/format.ts';
import { shortIds } from '../../../ui/long-ids.ts';

const t = texts.requests.body;

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** @param schema JSON Schema of the body; null if there is none */
export function bodyCompletion(schema: unknown): CompletionSource {
  return (context) => {
    const variables = variablesAt(context);
    if (variables !== null || schema === null) return variables;
    const ids = context.explicit ? idFieldAt(context) : null;
    return ids === null ? completionsAt(schema, context) : recentAt(ids, context);
  };
}

/** A partly typed name or value. While it matches, the list is filtered synchronously, so that Enter never acts on an outdated list. */
const WORD = /^"?[\w$-]*$/;

function completionsAt(schema: unknown, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const inner = syntaxTree(state).resolveInner(pos, -1);
  const word = context.matchBefore(/"?[\w$-]*$/);
  const from = word?.from ?? pos;
  if (!context.explicit && (word === null || word.text.trim() === '')) return null;
  const value = valueOf(from, state);
  const object = nearest(inner, 'Object');
  if (value) {
    const options = partsAt(schema, pathOf(value, state)).flatMap(valueCompletions);
    return options.length === 0 ? null : { from, options: once(options), validFor: WORD };
  }
  if (!object) return null;
  const present = new Set(object.getChildren('Property').map((property) => nameOf(property, state)));
  const here = inner.name === 'PropertyName' ? textOf(inner, state) : '';
  const options = partsAt(schema, pathOf(object, state))
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => !present.has(name) || name === here)
    .map(fieldCompletion);
  // Keeps a colon and a value that follow the name.
  const after = state.sliceDoc(pos, pos + 40);
  const plain = /^"?\s*:/.test(after);
  return options.length === 0
    ? null
    : {
        from,
        to: after.startsWith('"') ? pos + 1 : pos,
        validFor: WORD,
        options: once(
          plain ? options.map((one) => ({ ...one, boost: 0, apply: JSON.stringify(one.label) })) : options,
        ),
      };
}

/** The parameter whose ids the list at the cursor takes; null elsewhere. */
function idFieldAt({ state, pos }: CompletionContext): string | null {
  const array = nearest(syntaxTree(state).resolveInner(pos, -1), 'Array');
  const field = array === null ? '' : (pathOf(array, state).at(-2) ?? '');
  return ownValue(IDS_OF_FIELD, field) ?? null;
}

/** Recent ids, the latest first. They replace the text at the cursor. */
async function recentAt(name: string, { state, pos }: CompletionContext): Promise<CompletionResult | null> {
  const inner = syntaxTree(state).resolveInner(pos, -1);
  const { from, to } = inner.name === 'String' ? inner : { from: pos, to: pos };
  const recent = (await loadRecentIds()).filter((one) => one.name === name);
  const options = recent.map(({ value, about, at, payment }) => ({
    label: JSON.stringify(value),
    displayLabel: about,
    detail: [momentOfToday(at), ...(payment ? [stateText(payment)] : []), shortIds(value)].join(' '),
  }));
  return options.length === 0 ? null : { from, to, filter: false, options };
}

/** The property whose value, or the array whose entry, starts at a position; null at a property name. */
function valueOf(from: number, state: EditorState): Node | null {
  const before = state.sliceDoc(0, from).trimEnd();
  const inner = syntaxTree(state).resolveInner(before.length, -1);
  if (before.endsWith(':')) return nearest(inner, 'Property');
  const array = nearest(inner, 'Array');
  const object = nearest(inner, 'Object');
  // The inner node starts later.
  return array && array.from > (object?.from ?? -1) ? array : null;
}

function nearest(inner: Node, name: string): Node | null {
  for (let node: Node | null = inner; node; node = node.parent) if (node.name === name) return node;
  return null;
}

/** Field names down to a node, with `*` for an array index. */
function pathOf(at: Node, state: EditorState): string[] {
  const path: string[] = [];
  for (let node: Node | null = at; node; node = node.parent) {
    if (node.name === 'Property') path.unshift(nameOf(node, state));
    else if (node.name === 'Array') path.unshift('*');
  }
  return path;
}

function nameOf(property: Node, state: EditorState): string {
  const name = property.getChild('PropertyName');
  return name ? textOf(name, state) : '';
}

function textOf({ from, to }: Node, state: EditorState): string {
  return state.sliceDoc(from, to).replaceAll('"', '');
}

function valueCompletions({ type, values }: SchemaPart): Completion[] {
  const spellings = type === 'boolean' ? ['true', 'false'] : values.map((value) => JSON.stringify(value));
  return spellings.map((label) => ({ label, type: 'enum' }));
}

function fieldCompletion({ name, required, deprecated, schema }: SchemaPart['fields'][number]): Completion {
  const [part] = partsAt(schema, []);
  const empty = { object: '{${}}', array: '[${}]', string: '"${}"' }[part?.type ?? ''] ?? '${}';
  const kind = part && part.values.length > 0 ? part.values.slice(0, 3).join(', ') : (part?.type ?? '');
  return {
    label: name,
    type: 'property',
    detail: [required ? t.required : '', deprecated ? t.deprecated : '', kind]
      .filter((word) => word !== '')
      .join(', '),
    boost: required ? 1 : deprecated ? -1 : 0,
    apply: snippet(`"${name}": ${empty}`),
  };
}

function once(options: readonly Completion[]): Completion[] {
  return options.filter(({ label }, at) => options.findIndex((other) => other.label === label) === at);
}

/** A partly typed variable. */
const TYPED = /\{\{[\w.$+-]*$/;

/** @returns null where no variable begins */
function variablesAt(context: CompletionContext): Promise<CompletionResult> | null {
  const typed = context.matchBefore(TYPED);
  if (typed === null) return null;
  const { from, to } = typed;
  // The editor inserts closing braces.
  const closed = /^\}{0,2}/.exec(context.state.sliceDoc(to, to + 2))?.[0].length ?? 0;
  return variableNames().then((names) => ({
    from,
    to: to + closed,
    options: names.map((name) => ({ label: `{{${name}}}`, type: 'variable' })),
  }));
}

/** The dynamic variables, and those of the tab if they can be read. */
async function variableNames(): Promise<string[]> {
  const { path, run } = activeTab();
  const known = await host
    .call('variables.known', { path, run })
    .then(({ variables }) => variables.map(({ name }) => name))
    .catch(() => []);
  return [...new Set([...known, ...Object.keys(DYNAMIC)])];
}
