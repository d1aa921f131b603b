/** Headers whose value is a credential by their name, whether or not the user has made it a secret variable. */
const CREDENTIAL =
  /authorization$|api-?key|subscription-key|secret|passw|(?:auth|access|security)-?token|^cookie$/i;

/** Whether a header, or whatever else has a name, is a credential by it. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** The credentials in headers: each value, and what follows the scheme in `Bearer …`. */
export function credentialsIn(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => isCredentialName(name))
    .flatMap(([, value]) => [value, value.replace(/^[\w-]+ +/, '')])
    .filter((value, at, all) => value !== '' && all.indexOf(value) === at);
}
