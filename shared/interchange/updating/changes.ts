/** What a newer document can mean for a step. */
export const CHANGES = ['added', 'changed', 'removed', 'same'] as const;
export type Change = (typeof CHANGES)[number];
