/** Node's compile cache, which makes starts faster. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { IS_PACKAGED } from './npm-package.ts';

/** In the project, because other users of the machine could plant code in Node's default, the temporary folder. */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/tpp-workbench');

/**
 * Environment of a child process with the cache, which then covers its first file, too: otherwise Node.js loads the whole TypeScript
 * compiler for it. The package for npm has no cache: it is bundled, and its folder may be read-only.
 */
export const KEEP_COMPILED_CODE: Readonly<Record<string, string>> = IS_PACKAGED
  ? {}
  : { NODE_COMPILE_CACHE: COMPILE_CACHE };

/** Enables the cache for modules that are loaded after this call. */
export function keepCompiledCode(): void {
  if (!IS_PACKAGED) enableCompileCache(COMPILE_CACHE);
}
