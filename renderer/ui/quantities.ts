/** Quantities for display. */
import { texts } from '../../shared/texts/texts.ts';

const t = texts.common;

/** A readable number of bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 10_000) return t.bytes(bytes);
  if (bytes < 1_000_000) return t.kilobytes((bytes / 1000).toFixed(0));
  return t.megabytes((bytes / 1_000_000).toFixed(1));
}

/** Milliseconds as minutes and seconds, `mm:ss`, rounded down to whole seconds. */
export function minutesText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}
