/** The files that a command line of the desktop program names. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute paths of the files on a command line. @param args without the program itself @param folder for relative paths */
export function filesNamed(args: readonly string[], folder: string): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const named = args.slice(0, end).filter((one, at) => !one.startsWith('-') && args[at - 1] !== '--data');
  return [...named, ...args.slice(end + 1)].map((one) => resolve(folder, localPath(one)));
}

/** Desktops may pass a file URL. */
function localPath(argument: string): string {
  if (!argument.startsWith('file:')) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    // The file is on another machine. The window reports that it does not exist.
    return argument;
  }
}
