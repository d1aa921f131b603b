/** A control token of the operator's own. It is never an argument, because other users of the machine can read the command line. */
import { decoded } from '../shared/node/decoded.ts';
import { readGivenFile } from '../shared/node/given-file.ts';
import { StartError } from '../shared/node/start-error.ts';

export const TOKEN_VARIABLE = 'TPP_CONTROL_TOKEN';

/** What can stand in an Authorization header (RFC 6750, 2.1), and is too long to be guessed. */
const TOKEN = /^[\w.~+/-]{16,500}=*$/;

/**
 * @param file with the token in its first line
 * @returns undefined if there is none, neither in the file nor in the environment
 * @throws StartError without the token
 */
export function controlTokenFrom(
  file: string | undefined,
  variable = process.env[TOKEN_VARIABLE],
): string | undefined {
  const token = file === undefined ? variable : firstLineOf(file);
  if (token === undefined || TOKEN.test(token)) return token;
  throw new StartError(
    `The control token ${file === undefined ? `in ${TOKEN_VARIABLE}` : `in ${file}`} must have 16 to 500 letters, digits and the characters - . _ ~ + /.`,
  );
}

function firstLineOf(file: string): string {
  try {
    return decoded(readGivenFile(file)).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  } catch {
    throw new StartError(`The file ${file} given with --control-token-file cannot be read.`);
  }
}
