/** The only module of the bank that other packages import. */
export { type Bank, startBank } from './bank.ts';
export { CONTROL_CHOICES } from './control/calls.ts';
export type { Outcome } from './control/outcome.ts';
export type { ScaDecision } from './domain/sca.ts';
export { type SignedRequest, type Verification, Verifier, verifyRequest } from './gate/verify.ts';
export type { JournalEntry } from './journal.ts';
export type { ReceivedExchange } from './api/received.ts';
export { quirksWith, readQuirk } from './quirks.ts';
export { type SpaceService, startSpaces } from './spaces/service.ts';
