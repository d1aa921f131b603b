/** Why a program cannot start, as one sentence for the user (exit status 2). */
export class StartError extends Error {}

/** Another process has the data folder open. */
export class FolderInUse extends StartError {}

/** A file of the program is damaged, or belongs to another program. */
export class DamagedError extends StartError {
  readonly file: string;
  /** Completes "The file … cannot be used: …". */
  readonly reason: string;

  /** @param what the object of "it holds …" */
  constructor(file: string, reason: string, what: string) {
    super(
      `The file ${file} cannot be used: ${reason}. It holds ${what}, and was left as it is. Restore it from a backup, or choose another folder with --data.`,
    );
    this.file = file;
    this.reason = reason;
  }
}

/** Meaning of file-system and SQLite error codes. */
const REASONS: readonly [code: RegExp, reason: string][] = [
  [/^(?:EACCES|EPERM|SQLITE_PERM|SQLITE_AUTH)/, 'this user may not read and write it'],
  [/^(?:EROFS|SQLITE_READONLY)/, 'it cannot be written to: the file system is read-only'],
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL)/, 'the disk is full'],
  [/^(?:ENOTDIR|EEXIST)/, 'a file is where a folder must be'],
  [/^(?:EISDIR|ERR_FS_EISDIR)/, 'a folder is where a file must be'],
  [/^ELOOP/, 'it is a link that leads nowhere'],
  [/^ENAMETOOLONG/, 'its path is too long'],
  [/^ENOENT/, 'it does not exist and cannot be created'],
  [/^(?:EMFILE|ENFILE)/, 'too many files are open on this machine'],
  [/^(?:EIO|SQLITE_IOERR)/, 'the disk reports an error'],
  [/^SQLITE_CANTOPEN/, 'it cannot be opened'],
];

/** The reason for a file-system or SQLite error; null for any other error. */
export function fileReason(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const code = String(error.code);
  return REASONS.find(([known]) => known.test(code))?.[1] ?? null;
}

/**
 * A StartError with the file or folder of an error; the error itself if it is not about a file.
 * @param path used unless the error has one
 */
export function startErrorOf(error: unknown, path: string): unknown {
  const reason = fileReason(error);
  if (error instanceof StartError || reason === null) return error;
  const named = error instanceof Error && 'path' in error ? String(error.path) : path;
  return new StartError(
    `${named} cannot be used: ${reason}. Free it, correct its permissions, or choose another folder with --data.`,
  );
}
