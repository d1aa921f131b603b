/** Addresses to listen on, and names by which others reach the bank (`--host`, `--control-host`, `--san`). */
import { isIP, isIPv6 } from 'node:net';
import type { Interface } from '../shared/node/http-server.ts';
import { StartError } from '../shared/node/start-error.ts';

/** RFC 1123, 2.1, in lower case. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

/** @throws StartError if it is not an IP address */
function addressOf(option: string, text: string): string {
  if (isIP(text) !== 0 && !text.includes('%')) return text.toLowerCase();
  throw new StartError(
    `${option} must be an IP address, such as 127.0.0.1, 0.0.0.0 (all IPv4 addresses of this machine) or :: (all), not "${text}". Names go into --san.`,
  );
}

/** @throws StartError if one of them is neither a host name nor an IP address */
function namesOf(texts: readonly string[]): string[] {
  const names = texts.map((text) => text.toLowerCase());
  const wrong = names.find((name) => !HOST_NAME.test(name) && (isIP(name) === 0 || name.includes('%')));
  if (wrong !== undefined)
    throw new StartError(
      `--san must be a host name, such as bank.test, or an IP address, not "${wrong}". Give neither a scheme nor a port.`,
    );
  return names;
}

interface Hosts {
  /** For the API and the PSU's pages; loopback if left out. */
  host?: string;
  /** For the control listener. */
  controlHost?: string;
  names?: readonly string[];
}

/**
 * Beyond loopback, the control listener needs a token that was not printed, because it can do everything.
 * @param controlToken chosen by the operator
 * @throws StartError
 */
export function hostsOf(
  {
    host,
    'control-host': controlHost,
    san = [],
  }: { host?: string | undefined; 'control-host'?: string | undefined; san?: readonly string[] | undefined },
  controlToken: string | undefined,
): Hosts {
  const control = controlHost === undefined ? null : addressOf('--control-host', controlHost);
  if (control !== null && !isLoopback(control) && controlToken === undefined)
    throw new StartError(
      `With --control-host ${control}, others on the network reach the control listener. Give it a token of your own, with --control-token-file or TPP_CONTROL_TOKEN.`,
    );
  return {
    ...(host === undefined ? {} : { host: addressOf('--host', host) }),
    ...(control === null ? {} : { controlHost: control }),
    ...(san.length === 0 ? {} : { names: namesOf(san) }),
  };
}

/** Null for loopback. */
export function interfaceAt(option: string, address: string | undefined): Interface | null {
  return address === undefined ? null : { address, option };
}

/** The hosts in printed addresses: the first name, and for the control listener only if others reach it. */
export function hostsInAddresses({ names = [], controlHost }: Pick<Hosts, 'names' | 'controlHost'>): {
  name: string;
  controlName: string;
} {
  const name = inAddress(names[0] ?? 'localhost');
  if (controlHost === undefined) return { name, controlName: '127.0.0.1' };
  return { name, controlName: isLoopback(controlHost) ? inAddress(controlHost) : name };
}

/** @returns a warning for the operator; null if only this machine reaches it */
export function networkNote(host: string | undefined, what: string): string | null {
  return host === undefined || isLoopback(host)
    ? null
    : `Others on the network can reach ${what} at ${host}. Its money is play money, and its PSU pages ask for no password.`;
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/** The host of a URL in the form of `--san`. */
export function hostIn(url: string): string {
  return new URL(url).hostname.replaceAll(/[[\]]/g, '');
}

/** A name as the host of a URL (RFC 3986, 3.2.2). */
function inAddress(name: string): string {
  return isIPv6(name) ? `[${name}]` : name;
}
