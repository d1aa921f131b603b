/** Compiled code, which Node keeps between starts so that the next one is quicker. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { IS_PACKAGED } from './packaged.ts';

/**
 * In the project, from here and from the bundle in dist/main: who can write there can change the program anyway. Node's own choice
 * is in the folder for temporary files, where any user of the machine can put code for others to run.
 */
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/tpp-workbench');

/**
 * In the environment of a Node.js that is started, has it keep its compiled code. A program can ask for that itself, but only for what
 * it loads afterwards; for its first file alone, Node.js would load the whole TypeScript compiler. The package for npm keeps nothing: nothing may be written into its folder, and it is bundled.
 */
export const KEEP_COMPILED_CODE: Readonly<Record<string, string>> = IS_PACKAGED
  ? {}
  : { NODE_COMPILE_CACHE: COMPILE_CACHE };

/** For what is loaded after this call. Where nothing can be written, nothing is kept. */
export function keepCompiledCode(): void {
  if (!IS_PACKAGED) enableCompileCache(COMPILE_CACHE);
}
