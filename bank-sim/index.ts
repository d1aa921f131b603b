/** The bank's one door. */
export { type Bank, startBank } from './bank.ts';
export { type SignedRequest, type Verification, verifyRequest } from './gate/verify.ts';
