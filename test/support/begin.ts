/** Before each test file: begins at the given instant. */
import { giveDate, installGivenDate, TUESDAY } from './given-date.ts';

installGivenDate();
giveDate(TUESDAY);
