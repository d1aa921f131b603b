/** Formats an account number in the usual groups: 8601 11 00009. */
export function readable(bban: string): string {
  return `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`;
}
