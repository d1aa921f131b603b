/**
 * npm starts a script in a shell and hands a signal on to that shell, which ends without handing it on: the program would stay behind,
 * and never hear that it is to end.
 */

/** Milliseconds between two looks. No system tells a process that its parent has ended. */
const LOOK = 200;

/** Calls `end` once if this program was started by npm and the shell around it has ended. */
export function whenNpmEnds(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    // On Windows, it stays.
    if (process.ppid === starter) return;
    clearInterval(timer);
    end();
  }, LOOK).unref();
}
