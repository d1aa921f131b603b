/** Recognises that the disk is full. */

/** Whether an error from SQLite or the file system means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['SQLITE_FULL', 'ENOSPC'].includes(String(error.code));
}
