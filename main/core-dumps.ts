/** Leaves the memory out of core dumps: it holds private keys. */
import { writeFileSync } from 'node:fs';

/**
 * Linux: what the kernel writes when this process or one that it starts crashes contains no memory pages. macOS and Windows
 * write no dumps of programs unless an administrator has set this up.
 */
export function keepMemoryOutOfDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel without core dumps.
  }
}
