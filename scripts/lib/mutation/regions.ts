/** Which branches of a file implement which rules: read from comments that name a rule, and from refusals. */
import { isRule, type RuleId } from '../../../shared/xs2a/rules.ts';
import { rulesIn } from '../conformance-book.ts';
import { type Comment, isFunction, type Node, type Place, type Tree, walk } from './tree.ts';

/** A stretch of a file that implements rules. */
export interface Region {
  start: number;
  end: number;
  rules: ReadonlySet<RuleId>;
}

/** All regions of a file. The first comment is about the whole file; it counts where nothing says more. */
export function regionsOf(tree: Tree, source: string): Region[] {
  const regions: Region[] = [];
  const nodes: Node[] = [];
  walk(tree.program, (node, place) => {
    if (node.type !== 'Program') nodes.push(node);
    const { value } = node;
    if (node.type === 'Literal' && typeof value === 'string' && isRule(value)) {
      const branch = branchOf(place);
      if (branch) regions.push({ start: branch.start, end: branch.end, rules: new Set([value]) });
    }
    return true;
  });
  for (const comment of tree.comments) {
    const rules = rulesIn(comment.value);
    if (rules.size === 0) continue;
    const isHeading = source.slice(0, comment.start).replace(/^#!.*/, '').trim() === '';
    const about = isHeading ? { start: 0, end: source.length } : commented(comment, tree, nodes, source);
    if (about) regions.push({ start: about.start, end: about.end, rules });
  }
  return regions;
}

/** The rules of the smallest region around a stretch; of all of them if several are as small. */
export function rulesAt(regions: readonly Region[], start: number, end: number): RuleId[] {
  const around = regions.filter((region) => region.start <= start && region.end >= end);
  const size = Math.min(...around.map((region) => region.end - region.start));
  const rules = around
    .filter((region) => region.end - region.start === size)
    .flatMap((region) => [...region.rules]);
  return [...new Set(rules)];
}

/** What a comment is about: the outermost node that begins after it, or that ends before it on its line. */
function commented(comment: Comment, tree: Tree, nodes: readonly Node[], source: string): Node | null {
  const line = source.lastIndexOf('\n', comment.start) + 1;
  if (source.slice(line, comment.start).trim() !== '')
    return nodes.find(({ start, end }) => start >= line && end <= comment.start) ?? null;
  let next = comment.end;
  for (;;) {
    next += /^\s*/.exec(source.slice(next))?.[0].length ?? 0;
    const another = tree.comments.find(({ start }) => start === next);
    if (another === undefined) break;
    next = another.end;
  }
  return nodes.find(({ start }) => start === next) ?? null;
}

/**
 * The branch that ends in a refusal with a rule: the innermost `if`, operand or case around the call that has the rule,
 * or else the function. Null for a rule in a table.
 */
function branchOf({ above, field }: Place): Node | null {
  if (above.at(-1)?.type === 'ArrayExpression') return null;
  let isRefused = false;
  let from = field;
  for (const [at, node] of [...above.entries()].toReversed()) {
    if (isFunction(node)) return isRefused ? node : null;
    if (node.type === 'CallExpression' || node.type === 'ReturnStatement') isRefused = true;
    if (
      isRefused &&
      /^(consequent|alternate|right)$/.test(from) &&
      /^(If|Conditional|Logical|SwitchCase)/.test(node.type)
    )
      return node;
    from = fieldOf(above[at - 1], node);
  }
  return above.find(({ type }) => type === 'CallExpression') ?? null;
}

/** The field of a node that holds another. */
function fieldOf(parent: Node | undefined, child: Node): string {
  if (parent === undefined) return '';
  const entry = Object.entries(parent).find(([, value]) =>
    Array.isArray(value) ? value.includes(child) : value === child,
  );
  return entry?.[0] ?? '';
}
