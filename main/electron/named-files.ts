/** The files that a command line of the desktop program names. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The files that a command line names, with absolute paths.
 * @param args without the program itself
 * @param folder that relative paths start from
 */
export function filesNamed(args: readonly string[], folder: string): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const named = args.slice(0, end).filter((one, at) => !one.startsWith('-') && args[at - 1] !== '--data');
  return [...named, ...args.slice(end + 1)].map((one) => resolve(folder, localPath(one)));
}

/** A desktop may name a file by its address. */
function localPath(argument: string): string {
  if (!argument.startsWith('file:')) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    // Of another machine: there is no such file here, as the window then says.
    return argument;
  }
}
