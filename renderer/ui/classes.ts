/** The `class` attribute of an element with several or conditional classes. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false).join(' ');
}
