/**
 * The names of variables in a script for a shell. A shell takes a variable that nobody has set from the environment of whoever runs the
 * script, which has passwords and tokens: no name of a collection may be one of those.
 */

const PREFIX = 'tpp_';

/** @param name letters, digits and underscores */
export function shellVariable(name: string): string {
  return PREFIX + name;
}

/** The name of a variable of a script in a collection: without the prefix, if the script is an export. */
export function ofShellVariable(name: string): string {
  return name.startsWith(PREFIX) && /^[A-Za-z]/.test(name.slice(PREFIX.length))
    ? name.slice(PREFIX.length)
    : name;
}
