/** The order in which the bank checks a request; the first failure determines the response (SVC-11). */
export const CHECKS = [
  { id: 'path', label: 'Path and method' },
  { id: 'media', label: 'Media types' },
  { id: 'size', label: 'Size' },
  { id: 'request-id', label: 'X-Request-ID' },
  { id: 'certificate', label: 'Certificate' },
  { id: 'presence', label: 'Signature present' },
  { id: 'syntax', label: 'Syntax' },
  { id: 'key-id', label: 'keyId' },
  { id: 'date', label: 'Date' },
  { id: 'digest', label: 'Digest' },
  { id: 'cryptography', label: 'Cryptography' },
  { id: 'production', label: 'Certificate trusted' },
  { id: 'headers', label: 'Other headers' },
  { id: 'psu', label: 'PSU, SCA, consent' },
  { id: 'body', label: 'Body' },
  { id: 'business', label: 'Business rules' },
] as const;

export type Check = (typeof CHECKS)[number]['id'];
