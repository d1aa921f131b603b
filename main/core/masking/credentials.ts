/** Headers whose value is a credential by their name, whether or not the user has made it a secret variable. */
const CREDENTIAL =
  /authorization$|api-?key|subscription-key|secret|passw|(?:auth|access|security)-?token|^cookie$/i;

/** The credentials in headers: each value, and what follows the scheme in `Bearer …`. */
export function credentialsIn(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => CREDENTIAL.test(name))
    .flatMap(([, value]) => [value, value.replace(/^[\w-]+ +/, '')])
    .filter((value, at, all) => value !== '' && all.indexOf(value) === at);
}
