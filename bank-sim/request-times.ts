/** How long a request may take to arrive, milliseconds: the same at every listener of the bank. */

/** Node itself answers a request that is not there by then; it looks every 30 s. */
export const REQUEST_TIMES = { headersTimeout: 10_000, requestTimeout: 30_000 } as const;

/** Beyond Node's own limit, so that its answer comes first. */
export const BODY_TIME = 90_000;
