/** Installs the Debian packages that a test needs, if they are missing and this system is Debian. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @throws Error with instructions if they cannot be installed */
export function ensureDebianPackages(packages: readonly string[]): void {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return;
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const aptGet = aptGetHere();
  if (aptGet === null) {
    throw new Error(
      `These packages are missing: ${missing.join(' ')}. Install them with: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  console.log(`Installing ${missing.join(' ')}…`);
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const [program, ...before] = aptGet;
  execFileSync(program, [...before, 'update', '-q'], options);
  execFileSync(program, [...before, 'install', '-y', '-q', '--no-install-recommends', ...missing], options);
}

/** A person is told what to install. A CI machine, which is thrown away, is changed. */
function aptGetHere(): [program: string, ...before: string[]] | null {
  if (process.getuid?.() === 0) return ['apt-get'];
  return process.env['CI'] === 'true' ? ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND', 'apt-get'] : null;
}

function isInstalled(name: string): boolean {
  try {
    return execFileSync('dpkg-query', ['-W', '-f', '${Status}', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes('install ok installed');
  } catch {
    return false;
  }
}
