/** Files that a person names on a command line or in a configuration. Links are followed: secrets of containers are links. */
import { readFileSync, statSync } from 'node:fs';

/** What the shell has opened already: standard input, and `<(…)`. */
const OPEN_ALREADY = /^(?:\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;

/**
 * Not pipes and devices: whoever opens one waits for its other end, and some never end.
 * @param instead what to do about it, as a sentence @throws Error
 */
export function readGivenFile(name: string, instead = ''): Buffer {
  const stat = statSync(name);
  if (!stat.isFile() && !stat.isDirectory() && !OPEN_ALREADY.test(name))
    throw new Error(`it is not an ordinary file. ${instead}`.trim());
  return readFileSync(name);
}
