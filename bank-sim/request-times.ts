/** How long the body of a request to the bank may take, in milliseconds: longer than Node's limit, so that Node's response comes first. */
export const BODY_TIME = 90_000;
