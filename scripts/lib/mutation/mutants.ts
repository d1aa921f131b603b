/** The mutants of a source file: every mutation with its rules and a name that survives changes elsewhere in the file. */
import type { RuleId } from '../../../shared/xs2a/rules.ts';
import { type Form, mutationsOf } from './mutations.ts';
import { regionsOf, rulesAt } from './regions.ts';
import { isFunction, type Node, nodeIn, parse, type Place, walk } from './tree.ts';

export interface Mutant {
  /** Names the mutant in its file: the function, the source, what stands in its place. */
  key: string;
  /** Line of the file, from 1. */
  line: number;
  /** Offsets of what is replaced. */
  start: number;
  end: number;
  form: Form;
  to: string;
  /** The rules of the branch in which it lies. */
  rules: readonly RuleId[];
}

/** The mutants of a file, from top to bottom. @throws Error for a source that cannot be parsed */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = parse(file, source);
  const regions = regionsOf(tree, source);
  const found: Mutant[] = [];
  const seen = new Map<string, number>();
  walk(tree.program, (node, place) => {
    if (isLeftOut(node, place)) return false;
    for (const { node: at, form, to } of mutationsOf(node, place, source)) {
      const from = shortened(source.slice(at.start, at.end));
      const name = `${nameOf(place)}: ${from} → ${form === 'expression' ? shortened(to) : `(no ${form})`}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      found.push({
        key: count === 1 ? name : `${name} #${count}`,
        line: source.slice(0, at.start).split('\n').length,
        start: at.start,
        end: at.end,
        form,
        to,
        rules: rulesAt(regions, at.start, at.end),
      });
    }
    return true;
  });
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** Types, imports, and the names of properties. */
function isLeftOut(node: Node, { above, field }: Place): boolean {
  if (/^TS(As|Satisfies|NonNull|Instantiation)/.test(node.type)) return false;
  if (/^(TS|Import|ExportAll)/.test(node.type)) return true;
  const parent = above.at(-1);
  return field === 'key' && parent?.['computed'] !== true;
}

/** The innermost function, method or top-level constant around a node. */
function nameOf({ above }: Place): string {
  const named = above.findLast(
    (node, at) =>
      /^(FunctionDeclaration|MethodDefinition|PropertyDefinition)$/.test(node.type) ||
      (node.type === 'VariableDeclarator' &&
        (isFunction(nodeIn(node, 'init') ?? node) || !above.slice(0, at).some(isFunction))),
  );
  const name = named && (nodeIn(named, 'id') ?? nodeIn(named, 'key'));
  return name?.type === 'Identifier' ? String(name['name']) : 'module';
}

const LONGEST = 90;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
