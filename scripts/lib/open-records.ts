/**
 * Finds records that are read by a name which only the run decides: `TABLE[name]` finds `constructor` in every object, and the name may
 * come from a bank, a file or a page. `ownValue(TABLE, name)` finds what the record itself has. Pure: it works on the text of files.
 */
import { posix } from 'node:path';
import { isNode, type Node, nodeIn, parse, walk } from './tree.ts';

/** A reading that needs `ownValue`. */
export interface Reading {
  file: string;
  line: number;
  code: string;
}

/**
 * The readings in some files of records whose names are open: constants, parameters and other variables declared as `Record<string, …>`,
 * also where another of the files has imported them. A record with known names needs no look: there, the compiler refuses any text.
 * @param files text by path, with `/`
 * @throws Error for a file that cannot be parsed
 */
export function openReadings(files: ReadonlyMap<string, string>): Reading[] {
  const trees = Array.from(files, ([file, source]) => {
    const program = parse(file, source);
    return { file, source, program, declared: openNames(program) };
  });
  const declaredIn = new Map(trees.map(({ file, declared }) => [file, declared]));
  return trees.flatMap(({ file, source, program, declared }) => {
    const imported = importsOf(program).filter(({ name, from }) =>
      declaredIn.get(posix.join(posix.dirname(file), from))?.has(name),
    );
    const open = new Set([...declared, ...imported.map(({ local }) => local)]);
    return readingsOf(program, open).map(({ start, end }) => ({
      file,
      line: source.slice(0, start).split('\n').length,
      code: source.slice(start, end),
    }));
  });
}

function readingsOf(program: Node, open: ReadonlySet<string>): Node[] {
  const found: Node[] = [];
  walk(program, (node, { above, field }) => {
    const [record, name] =
      node.type === 'MemberExpression' && node['computed'] === true
        ? [nodeIn(node, 'object'), nodeIn(node, 'property')]
        : node.type === 'BinaryExpression' && node['operator'] === 'in'
          ? [nodeIn(node, 'right'), nodeIn(node, 'left')]
          : [null, null];
    const isWritten = above.at(-1)?.type === 'AssignmentExpression' && field === 'left';
    const isOpenRecord = record?.type === 'Identifier' && open.has(nameOf(record));
    if (isOpenRecord && name?.type !== 'Literal' && !isWritten) found.push(node);
    return true;
  });
  return found;
}

/** What is declared as a record with open names, anywhere in a file. */
function openNames(program: Node): Set<string> {
  const names = new Set<string>();
  walk(program, (node) => {
    const type = nodeIn(node, 'typeAnnotation');
    if (node.type === 'Identifier' && type !== null && isOpen(nodeIn(type, 'typeAnnotation')))
      names.add(nameOf(node));
    return true;
  });
  return names;
}

/** The records that a type is made of: not those in lists, results or members of it. */
function isOpen(type: Node | null): boolean {
  if (type === null) return false;
  if (type.type === 'TSIntersectionType' || type.type === 'TSUnionType')
    return nodesIn(type, 'types').some(isOpen);
  if (type.type !== 'TSTypeReference') return false;
  const [first = null] = nodesIn(nodeIn(type, 'typeArguments'), 'params');
  const name = nodeIn(type, 'typeName');
  if (name === null) return false;
  return nameOf(name) === 'Record'
    ? first?.type === 'TSStringKeyword'
    : ['Readonly', 'Partial'].includes(nameOf(name)) && isOpen(first);
}

interface Imported {
  name: string;
  local: string;
  /** As it is written. */
  from: string;
}

function importsOf(program: Node): Imported[] {
  const found: Imported[] = [];
  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration') return true;
    const from = String(nodeIn(node, 'source')?.['value']);
    for (const one of nodesIn(node, 'specifiers')) {
      const [name, local] = [nodeIn(one, 'imported'), nodeIn(one, 'local')];
      if (name !== null && local !== null) found.push({ name: nameOf(name), local: nameOf(local), from });
    }
    return false;
  });
  return found;
}

const nameOf = (node: Node) => String(node['name']);

function nodesIn(node: Node | null, field: string): Node[] {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}
