/** `kill -9` at a moment that is counted, not timed: at a change of the files that the program keeps. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

/**
 * Kills a program at a change of its data folder, and waits until it has ended.
 * @param folder exists already @param change from now on: 1 for the next one
 * @param orWhen settles when no more changes are to be expected; then the program is killed too
 */
export async function killAtChange(
  child: ChildProcess,
  folder: string,
  change: number,
  orWhen: Promise<unknown>,
): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  let seen = 0;
  const reached = Promise.withResolvers<void>();
  const watcher = watch(folder, { recursive: true }, () => {
    seen += 1;
    if (seen >= change) reached.resolve();
  });
  // A file that has gone since it was found is none of its business.
  watcher.on('error', () => undefined);
  await Promise.race([reached.promise, orWhen.catch(() => undefined), ended]);
  child.kill('SIGKILL');
  watcher.close();
  await ended;
}
