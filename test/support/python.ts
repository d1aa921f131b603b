/** The Python that tests run programs with. */
import { existsSync } from 'node:fs';

/** Debian's own, which has the packages that the programs ask for; another Python may not. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
