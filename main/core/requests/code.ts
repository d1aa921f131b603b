/** A request as a program: its text, or a folder that runs as it is. */
import type { Bank } from '../../../bank-sim/index.ts';
import {
  type SnippetInput,
  snippetInput,
  LANGUAGES,
  type Language,
} from '../../../shared/snippets/snippet.ts';
import { snippet, CA_FILE, folderTexts } from '../../../shared/snippets/snippets.ts';
import { withoutLast } from '../../../shared/linear-text.ts';
import { unprotectedFile } from '../certificates/export.ts';
import type { Vault } from '../certificates/vault.ts';
import { masked } from '../redaction/mask.ts';
import type { TransferFile } from '../transfers.ts';
import { titleOf } from './exchange.ts';
import { type Order, preparedOf } from './orders.ts';
import { type Zippable, zipSync } from 'fflate';

/** The program. It trusts the local bank by the file of its CA on this machine. */
export function codeOf(order: Order, language: Language, bank: Pick<Bank, 'caFile'>): string {
  const caFile = order.destination.bank.isLocal ? bank.caFile : CA_FILE;
  return snippet(language, inputOf(order, caFile));
}

/**
 * A ZIP file with one folder: the program, the CA that it trusts, a README and, only if the user asks for it, the certificate with
 * its unprotected key.
 * @throws HostError while the vault is locked
 */
export async function codeFolder(
  order: Order,
  { language, withKey }: { language: Language; withKey: boolean },
  vault: Vault,
): Promise<TransferFile> {
  const { needs } = LANGUAGES.find(({ id }) => id === language) ?? LANGUAGES[0];
  const input = inputOf(order, CA_FILE);
  const name = `${nameOf(input.title)}-${language}`;
  const entries: ZipEntry[] = Object.entries(folderTexts(language, input, withKey)).map(([file, text]) => ({
    name: file,
    bytes: Buffer.from(text),
    mode: file.endsWith('.sh') ? 0o755 : 0o644,
  }));
  if (input.caFile !== null)
    entries.push({ name: CA_FILE, bytes: Buffer.from(order.destination.ca), mode: 0o644 });
  if (withKey) {
    const format = needs === 'tpp.pfx' ? 'pfx' : 'pem';
    const bytes = await unprotectedFile(vault, order.environment.certificateId, format);
    entries.push({ name: needs, bytes, mode: 0o600 });
  }
  const inFolder = entries.map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  return { name: `${name}.zip`, bytes: zipOf(inFolder, new Date()) };
}

/** @param caFile of the bank's CA, if the environment names one */
function inputOf(order: Order, caFile: string): SnippetInput {
  const { filled, secrets, body } = order.request;
  return snippetInput(
    titleOf(filled),
    { method: filled.method, body },
    masked(preparedOf(order), secrets),
    order.destination.ca.trim() === '' ? null : caFile,
  );
}

/** A name that every file system accepts, from the title of an operation or a method with its path. */
function nameOf(title: string): string {
  const plain = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return withoutLast(plain.slice(0, 60), '-').replace(/^-+/, '') || 'request';
}

/** Writes ZIP files with the rights of their files. */
interface ZipEntry {
  /** Path in the file, joined by `/`. */
  name: string;
  bytes: Uint8Array;
  /** Rights of the unpacked file on Unix, such as 0o600. */
  mode: number;
}

/** "Made on": rights of a file mean something there. */
const UNIX = 3;
/** The bit of a plain file in the mode of Unix. */
const PLAIN_FILE = 0o100000;

/** @param at the time that all entries carry, in this machine's time zone */
function zipOf(entries: readonly ZipEntry[], at: Date): Uint8Array {
  const files: Zippable = Object.fromEntries(
    entries.map(({ name, bytes, mode }) => [
      name,
      [bytes, { os: UNIX, attrs: ((PLAIN_FILE | mode) << 16) >>> 0, mtime: at }],
    ]),
  );
  return zipSync(files);
}
