/** Writes PEM (RFC 7468). */
import { encodeBase64 } from './base64.ts';

/** DER as PEM, in lines of 64 characters. */
export function pemOf(der: Uint8Array, label: string): string {
  const lines = encodeBase64(der).replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
