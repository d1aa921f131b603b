import type { Method } from '../../../shared/xs2a/operations.ts';

/** Calls a link of an answer; undefined where links are shown but not offered. */
export type CallLink = ((method: Method, href: string) => Promise<void>) | undefined;
