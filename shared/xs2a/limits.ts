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
/**
 * How many of each the sandbox lets TPPs create (SBX-2 to SBX-4). Lists and resets work on all of them in one go: so many take less
 * than two seconds.
 */
export const MOST_IN_SANDBOX = {
  customers: 10_000,
  accounts: 10_000,
  cardAccounts: 10_000,
  agreements: 10_000,
  engagements: 10_000,
  transactions: 250_000,
  cardTransactions: 250_000,
} as const;
export type SandboxKind = keyof typeof MOST_IN_SANDBOX;

const MIB = 1024 * 1024;

/**
 * How much a bank keeps of what TPPs create without end, until it is reset: of payments also the bytes of their bodies, of SCAs those of their
 * texts, of consents the accounts and cards in them.
 */
export const MOST_AT_BANK = {
  payments: { count: 250_000, bytes: 256 * MIB },
  scas: { count: 250_000, bytes: 64 * MIB },
  consents: { count: 100_000, shared: 1_000_000 },
} as const;
