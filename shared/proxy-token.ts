/** Carries the token of the signing proxy. */
export const PROXY_TOKEN_HEADER = 'X-Proxy-Token';
