/** Limits of the bank contract that both the bank and the workbench apply. */
import { HOUR } from '../time.ts';

/** An SCA session expires after this time, milliseconds (SCA-4). At exactly this age it has expired. */
export const SESSION_LIFETIME = HOUR;
/** Largest accepted difference between Date and the bank's clock, in seconds (SIG-10). */
export const MAX_CLOCK_DEVIATION = 60;
/** Smallest accepted RSA key, bits (SIG-2). */
export const MIN_RSA_BITS = 2048;
/** Largest accepted public exponent of an RSA key, bits (SIG-2). CAs issue 65537; OpenSSL computes for minutes with a long one. */
export const MAX_EXPONENT_BITS = 64;
/** SVC-6, bytes. */
export const MAX_BODY = 1024 * 1024;
export const MAX_HEADERS = 16 * 1024;
