/** Which values are secret by their name or form: when they are imported, shown, recorded, and given away. */
import { onlyVariable, variableName } from './variables.ts';

const WORDS = [
  'authorization',
  'passw',
  'passphrase',
  'secret',
  'apikey',
  'accesskey',
  'subscriptionkey',
  'privatekey',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'authtoken',
  'bearertoken',
  'securitytoken',
  'jwt',
  'credential',
];

/** Whole names, because their parts mean something else in other names. */
const NAMES = new Set([
  'token',
  'pwd',
  'pass',
  'auth',
  'xauth',
  'bearer',
  'sessionkey',
  'codeverifier',
  'cookie',
  'setcookie',
]);

/** Whether the value of a header, parameter, field or variable with this name is secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  // `authorizationUri` and `access_token_url` are addresses.
  if (/(?:url|uri|endpoint)$/.test(plain)) return false;
  return NAMES.has(plain) || plain.endsWith('token') || WORDS.some((word) => plain.includes(word));
}

/** Whether a value is that of an Authorization header, whatever its header is called. */
export function isSecretValue(value: string): boolean {
  return /^(?:bearer|basic|token|apikey)\s+\S/i.test(value) || /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/.test(value);
}

export interface Hidden {
  /** With a variable in place of the secret. */
  value: string;
  variable: string;
  /** Whether the value was the secret itself. */
  isDropped: boolean;
}

/** What stands in place of a value with this name if it is secret; null if it is not, or if there is none. */
export function hiddenSecret(name: string, value: string): Hidden | null {
  if (value === '' || (!isSecretName(name) && !isSecretValue(value))) return null;
  const [, scheme = '', rest = value] = /^(Bearer\s+|Basic\s+|Token\s+|ApiKey\s+)(.*)$/is.exec(value) ?? [];
  const given = onlyVariable(rest) ?? cookieVariable(name, rest);
  if (given !== null) return { value, variable: given, isDropped: false };
  const variable = variableName(name);
  return { value: `${scheme}{{${variable}}}`, variable, isDropped: true };
}

/** The first variable of cookies that have nothing else: `sid={{sid}}; other={{other}}`. */
function cookieVariable(name: string, value: string): string | null {
  if (name.toLowerCase() !== 'cookie') return null;
  const given = value.split(';').map((pair) => onlyVariable(pair.slice(pair.indexOf('=') + 1)));
  return given.includes(null) ? null : (given[0] ?? null);
}
