/** Before each test file: begins at the given instant, and draws the same examples as in every run. */
import fc from 'fast-check';
import { beginAt, TUESDAY } from './given-date.ts';

beginAt(TUESDAY);
fc.configureGlobal({ seed: 1 });
