/** Ends a program on SIGTERM within two seconds, whatever is going on. Acknowledged data is on disk by then. */
import { isComputing } from './native-work.ts';

/** Milliseconds after which a program ends even if something has not stopped. */
export const PATIENCE = 1500;

/**
 * Waits for a stop, but only for a limited time.
 * @param log called if it takes too long @param patience milliseconds @returns whether everything has stopped
 */
export async function stopInTime(
  stopping: Promise<unknown>,
  log: (line: string) => void,
  patience = PATIENCE,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      log(`Not everything has stopped within ${patience} ms; the program ends all the same.`);
      resolve(false);
    }, patience);
  });
  const stopped = stopping.then(
    () => true,
    (error: unknown) => {
      log(`Not everything has stopped: ${error instanceof Error ? error.message : String(error)}`);
      return true;
    },
  );
  return Promise.race([stopped, enough]).finally(() => clearTimeout(timer));
}

/** Ends this process. @param stopped whether everything has stopped */
export function endProcess(stopped: boolean): void {
  // An exit waits for what OpenSSL computes and for threads in the middle of something. Only the signal does not. Under
  // Electron, `exit` returns.
  if (stopped && !isComputing()) process.exit(0);
  else process.kill(process.pid, 'SIGKILL');
}
