/** Methods of HTTP. */

/** Those of the bank's operations, links and control calls. */
export const BANK_METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

/** Those of a request that a user composes. */
export const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];
