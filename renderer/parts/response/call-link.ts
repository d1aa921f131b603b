import type { Method } from '../../../shared/xs2a/operations.ts';

/** Calls a link of a response; undefined if links are shown but cannot be called. */
export type CallLink = ((method: Method, href: string) => Promise<void>) | undefined;
