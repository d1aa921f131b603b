/** Which classes of which CSS modules a component uses, read with the parser that also builds the window. */
import { posix } from 'node:path';
import { parseSync } from 'vite';

/** The use of one CSS module in one file. */
export interface StyleUse {
  /** Path of the component, from the project's root. */
  from: string;
  /** Path of the module, from the project's root. */
  module: string;
  classes: ReadonlySet<string>;
  /** Uses other than `name.class`, such as `styles[name]`, where the class cannot be determined. */
  unclear: number;
}

/** @throws Error for a file that cannot be parsed */
export function styleUsesOf(from: string, source: string): StyleUse[] {
  const { program, errors } = parseSync(from, source);
  const [error] = errors;
  if (error) throw new Error(`${from} cannot be parsed: ${error.message}`);
  const found = new Map<string, { module: string; classes: Set<string>; unclear: number }>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !statement.source.value.endsWith('.module.css')) continue;
    const module = posix.join(posix.dirname(from), statement.source.value);
    for (const { local } of statement.specifiers)
      found.set(local.name, { module, classes: new Set(), unclear: -1 });
  }
  visit(program, (node) => {
    if (node['type'] === 'Identifier') {
      // The import itself and the object of each `name.class` are subtracted.
      const use = found.get(String(node['name']));
      if (use) use.unclear++;
    }
    if (node['type'] !== 'MemberExpression' || node['computed'] === true) return;
    const { object, property } = node;
    if (!isNode(object) || !isNode(property) || object['type'] !== 'Identifier') return;
    const use = found.get(String(object['name']));
    if (!use) return;
    use.unclear--;
    use.classes.add(String(property['name']));
  });
  return [...found.values()].map((use) => ({ from, ...use }));
}

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}

/** Every object of a syntax tree, from the root down. */
function visit(tree: unknown, see: (node: Node) => void): void {
  if (!isNode(tree)) return;
  see(tree);
  for (const child of Object.values(tree)) visit(child, see);
}
