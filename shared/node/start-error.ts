/** Why a program cannot start, as one sentence for the person (exit status 2). */
export class StartError extends Error {}
