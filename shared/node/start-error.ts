/** Why a program cannot start, as one sentence for the user (exit status 2). */
export class StartError extends Error {}
