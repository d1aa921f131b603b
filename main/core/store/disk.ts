/** Why something could not be kept. */
import { texts } from '../../../shared/texts/texts.ts';

/** Whether an error from SQLite or the file system means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['SQLITE_FULL', 'ENOSPC'].includes(String(error.code));
}

/** The reason as the end of a sentence: a full disk by name, anything else in the words of the error. */
export function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return texts.core.exchange.diskFull;
  return error instanceof Error ? error.message : String(error);
}
