/** The files of the bank's keys and certificates: read, checked and written as a whole. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  FileError,
  kindOf,
  readPlainFile,
  syncFolder,
  writeWholeFile,
} from '../../shared/node/plain-files.ts';
import { makeFolder } from '../../shared/node/private-files.ts';
import { MAX_OWN_FILE_BYTES } from '../../shared/limits.ts';

export const PKI_FILES = [
  'ca.pem',
  'ca-key.pem',
  'tls.pem',
  'tls-key.pem',
  'signing.pem',
  'signing-key.pem',
] as const;
export type Material = Record<(typeof PKI_FILES)[number], string>;

/**
 * @param folder that exists
 * @returns the material; or what is wrong with it @throws Error of the file system if a file may not be read
 */
export function readMaterial(folder: string): Material | { fault: string } {
  if (kindOf(folder) !== 'folder') return { fault: 'it is not a folder, or a link' };
  const read: Partial<Material> = {};
  for (const file of PKI_FILES) {
    if (kindOf(join(folder, file)) === 'none') return { fault: `${file} is missing` };
    try {
      read[file] = readPlainFile(join(folder, file), MAX_OWN_FILE_BYTES).toString('utf8');
    } catch (error) {
      if (error instanceof FileError) return { fault: `${file}: ${error.message}` };
      throw error;
    }
  }
  const material = read as Material;
  const fault = faultOf(material);
  return fault === null ? material : { fault };
}

/** What does not belong together or cannot be read; null for nothing. */
function faultOf(material: Material): string | null {
  const authority = certificateIn(material['ca.pem']);
  for (const name of ['ca', 'tls', 'signing'] as const) {
    const certificate = certificateIn(material[`${name}.pem`]);
    if (authority === null || certificate === null) return `${name}.pem is damaged`;
    if (!hasKey(certificate, material[`${name}-key.pem`]))
      return `${name}-key.pem is damaged, or another key`;
    if (!certificate.verify(authority.publicKey)) return `${name}.pem is not from the CA in ca.pem`;
  }
  return null;
}

function certificateIn(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function hasKey(certificate: X509Certificate, pem: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(pem));
  } catch {
    return false;
  }
}

/** Whether a folder has nothing in it. */
export function isEmptyFolder(folder: string): boolean {
  return kindOf(folder) === 'folder' && readdirSync(folder).length === 0;
}

/** Writes all files of a folder that does not exist yet, so that a crash leaves none of them. */
export function writeMaterial(folder: string, material: Material): void {
  const beside = `${folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  makeFolder(beside);
  try {
    for (const file of PKI_FILES) writeWholeFile(join(beside, file), material[file], 0o600);
    renameSync(beside, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    throw error;
  }
}
