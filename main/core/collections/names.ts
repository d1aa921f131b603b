/** Portable names of files and folders. */
import { FLOW_SUFFIX } from '../../../shared/collections/flow-file.ts';
import { HostError } from '../../../shared/contract/envelope.ts';
import { nameKey } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { withoutLast } from '../../../shared/linear-text.ts';
import { MAX_FILE_NAME_BYTES } from '../../../shared/limits.ts';
import { createHash } from 'node:crypto';

const t = texts.core.collections;

/** Devices on Windows, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/iu;

/** The characters of a text that a name can have, up to a number of bytes in UTF-8. May be empty, or a device. */
export function plainName(text: string, longest: number): string {
  let bytes = 0;
  const short = Array.from(text.normalize('NFC').replaceAll(/[^\p{L}\p{N} ._()+-]+/gu, '-'))
    .filter((character) => (bytes += Buffer.byteLength(character)) <= longest)
    .join('');
  return withoutLast(short, '. ').replace(/^[. ]+/, '');
}

/** Whether Windows reserves a name for a device. */
export function isDevice(name: string): boolean {
  return DEVICE.test(name);
}

/**
 * A name for a file or folder. It may be shorter than the given name, which is in the file.
 * @throws HostError if nothing of the name is left, or Windows reserves it
 */
export function fileNameFor(name: string): string {
  const left = plainName(name, MAX_FILE_NAME_BYTES);
  if (left === '') throw new HostError('bad-input', t.noFileName(name));
  if (isDevice(left)) throw new HostError('bad-input', t.device(name));
  return left;
}

/** A name for a folder, which must not be taken for a flow. @throws HostError as {@link fileNameFor} */
export function folderNameFor(name: string): string {
  const file = fileNameFor(name);
  return file.endsWith(FLOW_SUFFIX) ? file.replaceAll(FLOW_SUFFIX, FLOW_SUFFIX.replaceAll('.', '-')) : file;
}

/** A name for the file of a flow. @throws HostError as {@link fileNameFor} */
export function flowFileFor(name: string): string {
  const plain = name.endsWith(FLOW_SUFFIX) ? name.slice(0, -FLOW_SUFFIX.length) : name;
  return `${fileNameFor(plain)}${FLOW_SUFFIX}`;
}

/** Whether some system treats two names as equal: most ignore case and Unicode normalisation. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
