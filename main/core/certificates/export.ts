/** Exports certificates and keys at the user's explicit request: PFX, PEM, or only the certificate. */
import type { KeyObject } from 'node:crypto';
import type { ExportOrder } from '../../../shared/contract/certificates.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { decodeBase64 } from '../../../shared/signing/base64.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { withoutLast } from '../../../shared/linear-text.ts';
import type { TransferFile } from '../transfers.ts';
import { type PfxOrder, writePfx } from './containers/pfx-write.ts';
import type { StoredCertificate, Vault } from './vault.ts';

const t = texts.core.export;

/** @returns the file @throws HostError while the vault is locked, or for a key without a password */
export async function exportedFile(vault: Vault, order: ExportOrder): Promise<TransferFile> {
  const stored = vault.certificate(order.id);
  const name = fileName(stored.name);
  const all = [stored.pem, ...stored.chain];
  switch (order.format) {
    case 'certificate':
      return { name: `${name}.pem`, bytes: Buffer.from(all.map(endLine).join('')) };
    case 'pem':
      if ((order.password === '') !== order.unprotected) throw new HostError('bad-input', t.pemNeedsPassword);
      return {
        name: `${name}-with-key.pem`,
        bytes: Buffer.from([...all, keyPem(vault.keyOf(order.id), order.password)].map(endLine).join('')),
      };
    case 'pfx':
      if (order.password === '') throw new HostError('bad-input', t.pfxNeedsPassword);
      return { name: `${name}.pfx`, bytes: await pfxOf(vault, order) };
  }
}

/**
 * A certificate with its unencrypted key, only at the user's explicit request.
 * @throws HostError while the vault is locked
 */
export async function unprotectedFile(vault: Vault, id: string, format: 'pem' | 'pfx'): Promise<Uint8Array> {
  // Programs that open a PFX without a password are older than AES in PFX.
  if (format === 'pfx') return pfxOf(vault, { id, password: '', cipher: '3des' });
  return (await exportedFile(vault, { format, id, password: '', unprotected: true })).bytes;
}

function pfxOf(
  vault: Vault,
  { id, password, cipher }: Pick<PfxOrder, 'password' | 'cipher'> & { id: string },
): Promise<Uint8Array> {
  const { name, pem, chain } = vault.certificate(id);
  return writePfx({
    key: vault.keyOf(id).export({ type: 'pkcs8', format: 'der' }),
    certificates: [pem, ...chain].map(derOfPem),
    friendlyName: name,
    password,
    cipher,
  });
}

/** PKCS#8, encrypted with AES-256 if there is a password. */
function keyPem(key: KeyObject, password: string): string {
  const sealed = password === '' ? {} : { cipher: 'aes-256-cbc', passphrase: password };
  return key.export({ type: 'pkcs8', format: 'pem', ...sealed }).toString();
}

function derOfPem(pem: string): Uint8Array {
  return decodeBase64(pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')) ?? new Uint8Array();
}

function endLine(text: string): string {
  return `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;
}

/** Characters, without the suffix. */
const LONGEST_NAME = 100;

/** A name that every file system accepts. */
function fileName(name: StoredCertificate['name']): string {
  const safe = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, LONGEST_NAME);
  return withoutLast(safe, '-').replace(/^-+/, '') || 'certificate';
}
