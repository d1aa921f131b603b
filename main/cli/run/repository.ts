/** The repository around a collection, from whose root pipelines name files. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** A folder from the root of its repository, otherwise from `GITHUB_WORKSPACE` or the current directory, with `/`. */
export function folderInRepository(folder: string): string {
  const root = repositoryAround(folder) ?? process.env['GITHUB_WORKSPACE'] ?? process.cwd();
  return relative(root, folder).split(sep).join('/');
}

function repositoryAround(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    // A file in a worktree and a submodule.
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}
