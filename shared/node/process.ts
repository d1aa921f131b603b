/** The end of a program: on SIGTERM, with npm, and after an unexpected error. */

/** Milliseconds after which a program ends even if something has not stopped. */
export const PATIENCE = 1500;

/**
 * Waits for a stop with a timeout, so that a program ends within two seconds of SIGTERM.
 * @param log called if it fails or times out @param patience milliseconds @returns whether everything has stopped
 */
export async function stopInTime(
  stopping: Promise<unknown>,
  log: (line: string) => void,
  patience = PATIENCE,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
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
  return Promise.race([stopped, timeout]).finally(() => clearTimeout(timer));
}

/** Ends this process. @param stopped whether everything has stopped */
export function endProcess(stopped: boolean): void {
  // An exit waits for OpenSSL and for busy threads, and under Electron it returns. SIGKILL does neither.
  if (stopped && computations === 0) process.exit(0);
  else process.kill(process.pid, 'SIGKILL');
}

let computations = 0;

/** Marks a computation of seconds on libuv's threads, which an exit of the process would wait for. */
export async function computing<T>(work: Promise<T>): Promise<T> {
  computations++;
  try {
    return await work;
  } finally {
    computations--;
  }
}

/** Milliseconds between two checks: no system notifies a process of the end of its parent. */
const PARENT_CHECK = 200;

/**
 * Calls `end` once when npm started this program and the shell around it has ended. npm passes a signal to that shell only, which does
 * not pass it on.
 */
export function whenNpmEnds(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    // Never changes on Windows.
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, PARENT_CHECK).unref();
}

/** Environment variable that prints the whole error. */
const DEBUG = 'TPP_DEBUG';

/** Reports uncaught errors as a sentence instead of a stack trace, with exit status 2. */
export function sayUnexpected(): void {
  process.on('uncaughtException', (error: unknown) => {
    console.error(process.env[DEBUG] === undefined ? sentenceOf(error) : error);
    // Flushes both streams first.
    process.stdout.write('', () => process.stderr.write('', () => process.exit(2)));
  });
  // The reader has closed the pipe, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

function sentenceOf(error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error))
    .replaceAll(/\s+/g, ' ')
    .replace(/\.$/, '');
  return `The program has failed in a way that was not expected: ${reason}. Set ${DEBUG}=1 to see where, and report it as a mistake of the program.`;
}
