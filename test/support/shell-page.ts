/** Documents that are scripts: their `sh` blocks, run as they stand. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A page of docs/ as text. */
export function pageOf(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8');
}

/** The `sh` blocks of a page, from top to bottom. */
export function scriptOf(page: string): string {
  return Array.from(page.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block).join('\n');
}

/** Runs a script with Bash in the root of the project. Traced, so that a failure names its line. */
export function runScript(script: string): Promise<{ code: number | string | null; output: string }> {
  return new Promise((resolve) => {
    execFile('bash', ['-xc', script], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? null), output: stdout + stderr.slice(-3000) }),
    );
  });
}

/** Spellings that work with the tools of Linux but not with those of macOS. */
const LINUX_ONLY: readonly RegExp[] = [
  /\bdate\b[^\n]*\s-d\b/,
  /-noenc\b/,
  /\bsed -i\b/,
  /\bsed\b[^\n]*\/I\b/,
  /\bgrep -[a-zA-Z]*P/,
  /(?<!openssl )\bbase64 (-d|-w|--)/,
  /\bsha256sum\b/,
  /\breadlink -f\b/,
  /\bxxd\b/,
  /\bmapfile\b|\breadarray\b|\bdeclare -A\b|\binherit_errexit\b/,
  /\bhead -n -/,
  /\bstat -c\b/,
];

/** The parts of a script that macOS cannot run: it has BSD tools, LibreSSL's openssl and Bash 3.2. */
export function linuxOnly(script: string): string[] {
  return LINUX_ONLY.flatMap((spelling) => spelling.exec(script)?.[0] ?? []);
}
