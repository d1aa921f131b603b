/** Runs commands for the scripts. */
import { spawn } from 'node:child_process';
import { COMPILE_CACHE } from '../../shared/node/compile-cache.ts';

/**
 * Every Node that these scripts start keeps its compiled code. A program can ask for that itself, but only for what it loads
 * afterwards; for its first file alone, Node would load the whole TypeScript compiler.
 */
export const KEEP_COMPILED_CODE = { NODE_COMPILE_CACHE: COMPILE_CACHE };

/** Runs a command with its output on the terminal. @returns its exit status; 1 if it was ended by a signal */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...KEEP_COMPILED_CODE, ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
