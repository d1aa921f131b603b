/** Why a program cannot start, as one sentence for the user (exit status 2). */
export class StartError extends Error {}

/** Another process has the data folder open. */
export class FolderInUse extends StartError {}
