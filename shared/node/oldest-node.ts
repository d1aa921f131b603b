/** The oldest Node.js that runs the package for npm, as far as its libraries tell (undici, better-sqlite3). */
export const OLDEST_NODE = '22.19.0';

/** @param version such as 22.19.0 @returns why the program does not run on it and what to do; null if it does */
export function tooOld(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = OLDEST_NODE.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return null;
  return `TPP Workbench needs Node.js ${leastMajor}.${leastMinor} or later, and this is Node.js ${version}. Install a newer Node.js from https://nodejs.org.`;
}
