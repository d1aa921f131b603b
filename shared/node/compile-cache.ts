/** Compiled code, which Node keeps between starts so that the next one is quicker. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { IS_PACKAGED } from './packaged.ts';

/**
 * In the project, from here and from the bundle in dist/main: who can write there can change the program anyway. Node's own choice
 * is in the folder for temporary files, where any user of the machine can put code for others to run.
 */
export const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/tpp-workbench');

/**
 * For what is loaded after this call. Where nothing can be written, nothing is kept. The package for npm keeps nothing: nothing may
 * be written into its folder, and it is bundled.
 */
export function keepCompiledCode(): void {
  if (!IS_PACKAGED) enableCompileCache(COMPILE_CACHE);
}
