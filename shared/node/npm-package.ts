/** The package for npm: a separate build (`npm run package:npm`) with other places of files. */

/** Defined by that build only. */
declare const TPP_PACKAGE: true | undefined;

/** Whether this is the package for npm. */
export const IS_PACKAGED = typeof TPP_PACKAGE !== 'undefined';

/** The oldest Node.js that its libraries support (undici, better-sqlite3). */
export const OLDEST_NODE = '22.19.0';

/** Why the program does not run on a version such as 22.19.0, and what to do; null if it does. */
export function tooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `TPP Workbench needs Node.js ${leastMajor}.${leastMinor} or later, and this is Node.js ${version}. Install a newer Node.js from https://nodejs.org.`;
}
