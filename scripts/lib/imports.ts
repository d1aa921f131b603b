/** Which file imports which, read with the parser that also builds the window. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** An import from one file of the project to another. Paths are relative to the project's root and use `/`. */
export interface Import {
  from: string;
  to: string;
}

/**
 * All imports between TypeScript files below `folders`, including type imports and `import()`.
 * @param root the project's folder
 * @throws Error for a file that cannot be parsed
 */
export function importsBelow(root: string, folders: readonly string[]): Import[] {
  return sourcesBelow(root, folders).flatMap((from) =>
    importsOf(from, readFileSync(join(root, from), 'utf8')),
  );
}

/** The TypeScript files below `folders`, relative to the project's root. */
export function sourcesBelow(root: string, folders: readonly string[]): string[] {
  // Includes files that Git does not track yet, because a check must see them before the commit.
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
}

/** The relative imports of one file. */
export function importsOf(from: string, source: string): Import[] {
  const { module, errors } = parseSync(from, source);
  const [error] = errors;
  if (error) throw new Error(`${from} cannot be parsed: ${error.message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      literal(source.slice(start, end)),
    ),
  ];
  const targets = named
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(from), name));
  return [...new Set(targets)].map((to) => ({ from, to }));
}

/** The value of a string literal, or nothing for an expression that is only known at run time. */
function literal(expression: string): string[] {
  const quoted = /^(['"])(.*)\1$/.exec(expression);
  return quoted?.[2] === undefined ? [] : [quoted[2]];
}
