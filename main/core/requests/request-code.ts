/** A request as a program: its source, or a ZIP file with all that it needs. */
import type { Bank } from '../../../bank-sim/index.ts';
import {
  CA_FILE,
  type SnippetInput,
  snippetInput,
  LANGUAGES,
  type Language,
} from '../../../shared/snippets/snippet.ts';
import { snippet, folderTexts } from '../../../shared/snippets/snippets.ts';
import { withoutLast } from '../../../shared/linear-text.ts';
import { unprotectedFile } from '../certificates/export.ts';
import type { Vault } from '../certificates/vault.ts';
import { masked } from '../redaction/mask.ts';
import type { TransferFile } from '../transfers.ts';
import { titleOf } from './exchange.ts';
import { type Order, preparedOf } from './order.ts';
import { type Zippable, zipSync } from 'fflate';

/** "Made by" Unix in the header of a ZIP entry, which makes permissions count. */
const UNIX = 3;
/** S_IFREG. */
const PLAIN_FILE = 0o100000;

/** The source, and the file beside it that has the CA, or null. It trusts the local bank by the file of its CA on this machine. */
export function codeOf(
  order: Order,
  language: Language,
  bank: Pick<Bank, 'caFile'>,
): { code: string; caFile: string | null } {
  const { isLocal } = order.destination.bank;
  const input = inputOf(order, isLocal ? bank.caFile : CA_FILE);
  return { code: snippet(language, input), caFile: isLocal ? null : input.caFile };
}

/**
 * A ZIP file with one folder: the program, the CA, a README and, with `withKey`, the certificate with its unprotected key.
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
  const files: Zippable = {};
  const mtime = new Date();
  const add = (file: string, bytes: Uint8Array, mode: number) => {
    files[`${name}/${file}`] = [bytes, { os: UNIX, attrs: ((PLAIN_FILE | mode) << 16) >>> 0, mtime }];
  };
  for (const [file, text] of Object.entries(folderTexts(language, input, withKey)))
    add(file, Buffer.from(text), file.endsWith('.sh') ? 0o755 : 0o644);
  if (input.caFile !== null) add(CA_FILE, Buffer.from(order.destination.ca), 0o644);
  if (withKey) {
    const format = needs === 'tpp.pfx' ? 'pfx' : 'pem';
    add(needs, await unprotectedFile(vault, order.environment.certificateId, format), 0o600);
  }
  return { name: `${name}.zip`, bytes: zipSync(files) };
}

function inputOf(order: Order, caFile: string): SnippetInput {
  const { filled, secrets, body } = order.request;
  return snippetInput(
    titleOf(filled, order.destination.schemas),
    { method: filled.method, headers: filled.headers, body },
    { prepared: masked(preparedOf(order), secrets), profile: order.identity.profile },
    order.destination.ca.trim() === '' ? null : caFile,
  );
}

/** A file name from the title of an operation, or from method and path. */
function nameOf(title: string): string {
  const plain = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return withoutLast(plain.slice(0, 60), '-').replace(/^-+/, '') || 'request';
}
