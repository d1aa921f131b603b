/** The mutations: for each node of a syntax tree, the texts that can stand in its place. */
import { isNode, type Node, nodeIn, type Place } from './tree.ts';

/** How a mutation takes the place of what it replaces. A statement is left out; a case never matches. */
export type Form = 'expression' | 'statement' | 'case';

export interface Mutation {
  node: Node;
  form: Form;
  /** The expression in its place; empty for the other forms. */
  to: string;
}

/** The mutations of one node; none for a node that is not mutated. */
export function mutationsOf(node: Node, place: Place, source: string): Mutation[] {
  const text = (part: Node | null) => (part === null ? '' : source.slice(part.start, part.end));
  const slice = (start: number, end: number) => source.slice(start, end);
  const instead = (...texts: string[]): Mutation[] =>
    texts.map((to) => ({ node, form: 'expression' as const, to }));
  const own = operatorMutations(node, place, slice) ?? callMutations(node, place, slice);
  if (own !== null) return [...conditionMutations(node, place), ...instead(...own)];
  const conditions = conditionMutations(node, place);
  if (conditions.length > 0) return conditions;
  switch (node.type) {
    case 'Literal':
      return instead(...literalMutations(node, place, text(node)));
    case 'ArrayExpression': {
      const { elements } = node;
      return Array.isArray(elements) && elements.length > 0 && isInFunction(place) ? instead('[]') : [];
    }
    case 'ExpressionStatement':
      return /^(Call|Assignment|Await|Update|Yield)Expression$/.test(
        nodeIn(node, 'expression')?.type ?? '',
      ) && !text(node).startsWith('super(')
        ? [{ node, form: 'statement', to: '' }]
        : [];
    case 'SwitchCase': {
      const test = nodeIn(node, 'test');
      return test === null ? [] : [{ node: test, form: 'case', to: '' }];
    }
    default:
      return [];
  }
}

type Slice = (start: number, end: number) => string;

/** What decides a branch becomes always true or always false. An operand that is left out covers one of them. */
function conditionMutations(node: Node, place: Place): Mutation[] {
  const parent = place.above.at(-1);
  if (parent === undefined || place.field !== 'test' || parent.type === 'SwitchCase') return [];
  const isLoop = /^(While|DoWhile|For)Statement$/.test(parent.type);
  if (isLoop && node.type === 'Literal') return [];
  const always =
    node.type === 'LogicalExpression' && node['operator'] === '&&' ? ['false'] : ['true', 'false'];
  const never = node.type === 'LogicalExpression' && node['operator'] === '||' ? ['true'] : always;
  return (isLoop ? ['false'] : never).map((to) => ({ node, form: 'expression', to }));
}

/** Whether a branch or another condition already varies this one. */
function isDecided({ above, field }: Place): boolean {
  return field === 'test' || above.at(-1)?.type === 'LogicalExpression';
}

const BOUNDARY: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
};
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '^': '&',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '|=': '&=',
  '&=': '|=',
};

/** The texts in place of an operation; null for a node that is none. */
function operatorMutations(node: Node, place: Place, slice: Slice): string[] | null {
  const operator = String(node['operator']);
  const text = (part: Node | null) => (part === null ? '' : slice(part.start, part.end));
  const left = nodeIn(node, 'left');
  const right = nodeIn(node, 'right');
  const argument = nodeIn(node, 'argument');
  switch (node.type) {
    case 'LogicalExpression':
      return [text(left), text(right)];
    case 'BinaryExpression':
    case 'AssignmentExpression': {
      if (left === null || right === null) return [];
      if (/^\+=?$/.test(operator) && (isText(left) || isText(right))) return [];
      // Around the operator, so that parentheses stay where they are.
      const between = slice(left.end, right.start);
      const others = [
        BOUNDARY[operator],
        isDecided(place) ? undefined : OPPOSITE[operator],
        ARITHMETIC[operator],
      ];
      return others
        .filter((other) => other !== undefined)
        .map(
          (other) =>
            slice(node.start, left.end) + between.replace(operator, other) + slice(right.start, node.end),
        );
    }
    case 'UnaryExpression':
      return operator === '-' || (operator === '!' && !isDecided(place)) ? [text(argument)] : [];
    case 'UpdateExpression': {
      const other = operator === '++' ? '--' : '++';
      return [node['prefix'] === true ? `${other}${text(argument)}` : `${text(argument)}${other}`];
    }
    default:
      return null;
  }
}

/** Whether `+` joins texts here. */
function isText(node: Node | null): boolean {
  if (node === null) return false;
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'BinaryExpression') return isText(nodeIn(node, 'left')) || isText(nodeIn(node, 'right'));
  return node.type === 'Literal' && typeof node['value'] === 'string';
}

const SWAPPED = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
]);
/** Methods whose result can be replaced by what they were called on. */
const LEFT_OUT = new Set(
  'trim trimEnd trimStart filter slice toSorted toReversed reverse sort normalize'.split(' '),
);

/** The texts in place of a method call; null for a node that is none. */
function callMutations(node: Node, place: Place, slice: Slice): string[] | null {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : null;
  const object = callee?.type === 'MemberExpression' ? nodeIn(callee, 'object') : null;
  // Within `a?.b()`, a part cannot be replaced without the whole.
  if (callee === null || object === null || place.above.some(({ type }) => type === 'ChainExpression'))
    return null;
  const property = nodeIn(callee, 'property');
  if (property === null || callee['computed'] === true) return null;
  const method = slice(property.start, property.end);
  if (LEFT_OUT.has(method)) return [slice(object.start, object.end)];
  const other = SWAPPED.get(method);
  return other === undefined
    ? null
    : [slice(node.start, property.start) + other + slice(property.end, node.end)];
}

/** A status or code on the wire. Other texts are for people, or names that the types check. */
const WIRE = /^[A-Z][A-Z_]{2,}$/;

function literalMutations(node: Node, { above, field }: Place, text: string): string[] {
  const parent = above.at(-1);
  const { value } = node;
  if (typeof value === 'boolean') return [String(!value)];
  if ('bigint' in node && typeof node['bigint'] === 'string') return [`${BigInt(node['bigint']) + 1n}n`];
  if (typeof value === 'number') return parent?.type === 'UnaryExpression' ? [] : [String(value + 1)];
  if (isNode(node['regex']) || (typeof node['regex'] === 'object' && node['regex'] !== null))
    return patternMutations(text);
  const isCompared = parent?.type === 'BinaryExpression' || field === 'test';
  return typeof value === 'string' && WIRE.test(value) && !isCompared ? ["''"] : [];
}

/** A regular expression without an anchor, without its flag `i`, or with another count. */
function patternMutations(text: string): string[] {
  const counts = Array.from(text.matchAll(/(?<=\{(?:\d+,)?)\d+(?=(?:,\d*)?\})/g), ({ 0: count, index }) =>
    [text.slice(0, index), Number(count) + 1, text.slice(index + count.length)].join(''),
  );
  return [
    ...(text.startsWith('/^') ? [`/${text.slice(2)}`] : []),
    ...(/(?<!\\)\$\/[a-z]*$/.test(text) ? [text.replace(/\$(\/[a-z]*)$/, '$1')] : []),
    ...(/\/[a-hj-z]*i[a-z]*$/.test(text) ? [text.replace(/i([a-z]*)$/, '$1')] : []),
    ...counts,
  ].filter((pattern) => !pattern.startsWith('//'));
}

function isInFunction({ above }: Place): boolean {
  return above.some(({ type }) => /Function/.test(type));
}
