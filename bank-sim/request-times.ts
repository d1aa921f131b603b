/** How long a request may take to arrive, in milliseconds, at every listener of the bank. */

/** Node answers a request that has not arrived by then; it checks every 30 s. */
export const REQUEST_TIMES = { headersTimeout: 10_000, requestTimeout: 30_000 } as const;

/** Longer than Node's own limit, so that Node's response comes first. */
export const BODY_TIME = 90_000;
