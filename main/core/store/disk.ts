/** Reasons for failed writes. */
import { texts } from '../../../shared/texts/texts.ts';

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['SQLITE_FULL', 'ENOSPC'].includes(String(error.code));
}

/** The reason, to end a sentence. */
export function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return texts.core.exchange.diskFull;
  return error instanceof Error ? error.message : String(error);
}
