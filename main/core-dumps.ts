/** Core dumps without memory, which holds private keys. */
import { writeFileSync } from 'node:fs';

/** For this process and its children. Only Linux writes core dumps unless an administrator has set this up. */
export function omitMemoryFromCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel without core dumps.
  }
}
