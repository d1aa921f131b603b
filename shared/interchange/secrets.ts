/** Which values of a foreign file are secret by their name, so that their values are dropped. */

const WORDS = [
  'authorization',
  'password',
  'passwd',
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
  'jwt',
  'credential',
];

/** Whole names, because their parts mean something else in other names. */
const NAMES = new Set(['token', 'pwd', 'pass', 'auth', 'xauth', 'bearer', 'sessionkey', 'code_verifier']);

/** Whether the value of a header, parameter, field or variable with this name is secret. */
export function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return NAMES.has(plain) || plain.endsWith('token') || WORDS.some((word) => plain.includes(word));
}

/** Whether a value is that of an Authorization header, whatever its header is called. */
export function isSecretValue(value: string): boolean {
  return /^(?:bearer|basic|token|apikey)\s+\S/i.test(value) || /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/.test(value);
}
