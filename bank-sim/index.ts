/** The bank's one door. */
export { type Bank, startBank } from './bank.ts';
export { type SignedRequest, type Verification, verifyRequest } from './gate/verify.ts';
export { hashOf, signRsaSha256, verifyRsaSha256 } from './crypto/rsa.ts';
export { type KeyPair, makeCertificate, makeKeyPair, type NamePart, OID } from './pki/certificates.ts';
export type { Psd2Statement } from './pki/qc-statements.ts';
export { type Database, openDatabase, StartError } from './store/database.ts';
export { userDataFolder } from './store/user-data-folder.ts';
