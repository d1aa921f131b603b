/** Runs commands for the scripts. */
import { spawn } from 'node:child_process';
import { KEEP_COMPILED_CODE } from '../../shared/node/compile-cache.ts';

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
