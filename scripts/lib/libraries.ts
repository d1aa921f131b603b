/** The libraries whose code is in a program: in its bundles, or beside them. */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { build, Rolldown } from 'vite';

/** Not bundled, but beside the bundles. */
export const NATIVE = 'better-sqlite3';

export interface Library {
  name: string;
  version: string;
  /** As SPDX, for example `MIT`. */
  licence: string;
  /** From the root of the project, with slashes. */
  path: string;
}

/** What a build of Vite resolves with, if it does not watch. */
export type Made = Awaited<ReturnType<typeof build>>;

/**
 * The libraries of a program, by the lockfile: whether npm counts them as dependencies of development does not matter.
 * @param root the folder of package-lock.json
 * @param made its bundles
 */
export function librariesOf(root: string, made: readonly Made[]): Library[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; license?: string }>;
  };
  const paths = new Set([`node_modules/${NATIVE}`, ...made.flatMap((one) => pathsIn(root, one))]);
  return Object.entries(packages).flatMap(([path, { version = '', license = '' }]) =>
    paths.has(path) ? [{ name: path.replace(/^.*node_modules\//, ''), version, licence: license, path }] : [],
  );
}

function pathsIn(root: string, made: Made): string[] {
  const outputs = (Array.isArray(made) ? made : [made]) as Rolldown.RolldownOutput[];
  const modules = outputs
    .flatMap(({ output }) => output)
    // Fonts are no modules; their names are relative to the entry's folder.
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames));
  return modules.flatMap((id) => {
    const path = relative(root, id).replaceAll(sep, '/');
    return /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [];
  });
}
