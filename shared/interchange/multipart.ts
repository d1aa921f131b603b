/** Bodies of several parts (`multipart/form-data`, RFC 7578): read of a text, and written as one. */
import { interchange as t } from '../texts/interchange.ts';
import { on } from './address.ts';
import type { Part } from './foreign.ts';
import type { Hide } from './secret-texts.ts';

/** It stands in no text that a person writes. */
const BOUNDARY = 'tpp-workbench-part';

/** @returns the parts that are texts, line by line; null if there is none. Files are only named in a note. */
export function multipart(
  parts: readonly Part[],
  note: (sentence: string) => void,
  secret: Hide,
): { type: string; body: { text: string[] } } | null {
  const sent = on(parts, note);
  for (const { name, file } of sent) if (file !== null) note(t.partFile(name, file));
  const texts = sent.filter(({ file }) => file === null);
  if (texts.length === 0) return null;
  note(t.multipart);
  const lines = texts.flatMap(({ name, value, type }) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${quoted(name)}"`,
    ...(type === null || /[\r\n]/.test(type) ? [] : [`Content-Type: ${type}`]),
    '',
    ...secret(name, value).split(/\r\n|\r|\n/),
  ]);
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: { text: [...lines, `--${BOUNDARY}--`, ''] },
  };
}

const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** The parts of a text that is such a body by its Content-Type; null if it is not. */
export function partsOf(text: string, type: string | null): Part[] | null {
  const [, boundary] = /^multipart\/form-data\b.*\bboundary=("[^"]+"|[^\s;"]+)/is.exec(type ?? '') ?? [];
  if (boundary === undefined) return null;
  const mark = `--${boundary.replaceAll('"', '')}`;
  const found: string[][] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trimEnd() === `${mark}--`) break;
    if (line.trimEnd() === mark) found.push([]);
    else found.at(-1)?.push(line);
  }
  const parts = found.filter((lines) => lines.some((line) => line.trim() !== '')).map(partOf);
  return parts.length === 0 ? null : parts;
}

function partOf(lines: readonly string[]): Part {
  const end = lines.findIndex((line) => line.trim() === '');
  const head = end < 0 ? lines : lines.slice(0, end);
  const header = (name: string) =>
    head.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const disposition = header('content-disposition');
  const parameter = (name: RegExp) => name.exec(disposition)?.[1]?.replaceAll('"', '');
  return {
    name: parameter(/[;\s]name=("[^"]*"|[^\s;"]+)/i) ?? '',
    value: end < 0 ? '' : lines.slice(end + 1).join('\n'),
    type: header('content-type').trim() || null,
    file: parameter(/[;\s]filename\*?=("[^"]*"|[^\s;"]+)/i) ?? null,
  };
}
