/** Headers whose value is a credential by their name, whether or not the user has made it a secret variable. */
import { isSecretName } from '../../../shared/interchange/secrets.ts';

/** The credentials in headers: each value, and what follows the scheme in `Bearer …`. */
export function credentialsIn(headers: readonly (readonly [string, string])[]): string[] {
  return headers
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value, value.replace(/^[\w-]+ +/, '')])
    .filter((value, at, all) => value !== '' && all.indexOf(value) === at);
}
