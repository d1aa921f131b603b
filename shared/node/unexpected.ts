/** What nobody has expected: a mistake in the program, or a machine that gives out. */

/** Has the whole error printed. */
const DEBUG = 'TPP_DEBUG';

/** From now on, an error that nothing catches is said in a sentence instead of a stack trace, with exit status 2. */
export function sayUnexpected(): void {
  process.on('uncaughtException', (error: unknown) => {
    console.error(process.env[DEBUG] === undefined ? sentenceOf(error) : error);
    // What has been printed may still wait for a slow reader.
    process.stdout.write('', () => process.stderr.write('', () => process.exit(2)));
  });
  // Whoever reads has had enough, as `head` does.
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
