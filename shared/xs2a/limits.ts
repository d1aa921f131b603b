/** Figures of the bank contract that both sides of the wire hold to. */
import { HOUR } from '../time.ts';

/** An SCA session ends after this time, milliseconds (SCA-4). At the very end it is expired. */
export const SESSION_LIFETIME = HOUR;
/** How far Date may be from the bank's clock, seconds: this many pass, one more fails (SIG-10). */
export const MAX_CLOCK_DEVIATION = 60;
/** RSA keys below are refused, bits (SIG-2). */
export const MIN_RSA_BITS = 2048;
