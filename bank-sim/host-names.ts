/** The addresses that a bank listens on, and the names by which others reach it (`--host`, `--control-host`, `--san`). */
import { isIP, isIPv6 } from 'node:net';
import { StartError } from '../shared/node/start-error.ts';

/** RFC 1123, 2.1, in lower case. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;
const MOST_NAMES = 100;

/** @throws StartError if it is not an IP address */
export function addressOf(option: string, text: string): string {
  if (isIP(text) !== 0 && !text.includes('%')) return text.toLowerCase();
  throw new StartError(
    `${option} must be an IP address, such as 127.0.0.1, 0.0.0.0 (all IPv4 addresses of this machine) or :: (all), not "${text}". Names go into --san.`,
  );
}

/** @throws StartError if one of them is neither a host name nor an IP address, or if there are too many */
export function namesOf(texts: readonly string[]): string[] {
  const names = texts.map((text) => text.toLowerCase());
  const wrong = names.find((name) => !HOST_NAME.test(name) && (isIP(name) === 0 || name.includes('%')));
  if (wrong !== undefined)
    throw new StartError(
      `--san must be a host name, such as bank.test, or an IP address, not "${wrong}". Give neither a scheme nor a port.`,
    );
  if (names.length > MOST_NAMES) throw new StartError(`--san can be given ${MOST_NAMES} times at most.`);
  return names;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** A name as the host of a URL (RFC 3986, 3.2.2). */
export function inAddress(name: string): string {
  return isIPv6(name) ? `[${name}]` : name;
}
