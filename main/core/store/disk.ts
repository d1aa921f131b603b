/** What a disk says when there is no room left. */

/** Whether the error is of SQLite or of the file system, for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['SQLITE_FULL', 'ENOSPC'].includes(String(error.code));
}
