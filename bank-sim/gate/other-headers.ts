/** The other headers of a request (HDR-2 to HDR-9). */
import { isIP } from 'node:net';
import type { Operation } from '../../shared/xs2a/operations.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { ACCEPT_FIXES, type AcceptFix, acceptFixesAt } from '../../shared/xs2a/releases.ts';
import type { RuleId } from '../../shared/xs2a/rules.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { HeaderBag } from './raw.ts';

export interface ReadHeaders {
  acceptFix: ReadonlySet<AcceptFix>;
  redirectUri: string | null;
  sessionId: string | null;
  appVariant: boolean;
  psuPresent: boolean;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DANGEROUS_SCHEME = /^(?:javascript|data|file|blob|about|vbscript|view-source):$/;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const wrong = (rule: RuleId, text: string) =>
  refuse({ check: 'headers', rule, status: 400, code: 'FORMAT_ERROR', text });

/**
 * @param now bank time in milliseconds
 * @param uriFault {@link checkRedirectUri}, possibly cached
 */
export function checkHeaders(
  headers: HeaderBag,
  operation: Operation,
  now: number,
  uriFault: typeof checkRedirectUri,
): ReadHeaders | Refusal {
  const acceptFix = readAcceptFix(headers.get('x-accept-fix'), now);
  if ('kind' in acceptFix) return acceptFix;
  if (
    operation.acceptFix !== undefined &&
    ![...acceptFix.values].some((value) => value === operation.acceptFix)
  )
    return wrong('HDR-9', `x-accept-fix must contain ${operation.acceptFix} here.`);
  const redirect = operation.redirectHeaders ? checkRedirectHeaders(headers, uriFault) : null;
  if (redirect) return redirect;
  const preferred = headers.get('tpp-redirect-preferred');
  if (preferred !== undefined && preferred !== 'true' && preferred !== 'false') {
    return wrong('HDR-4', `TPP-Redirect-Preferred must be true or false, not "${preferred}".`);
  }
  const forwarded = checkForwarded(headers);
  if (forwarded) return forwarded;
  if (operation.psuPresent === true && !headers.has('psu-ip-address')) {
    return wrong(
      'HDR-7',
      'The header PSU-IP-Address is missing. Payments and baskets require the PSU to be present.',
    );
  }
  return {
    acceptFix: acceptFix.values,
    redirectUri: headers.get('tpp-redirect-uri') ?? null,
    sessionId: headers.get('tpp-session-id') ?? null,
    appVariant: preferred === 'false',
    psuPresent: headers.has('psu-ip-address'),
  };
}

const NO_FIXES: { values: ReadonlySet<AcceptFix> } = { values: new Set() };

/** HDR-9, VER-2. */
function readAcceptFix(value: string | undefined, now: number): { values: ReadonlySet<AcceptFix> } | Refusal {
  if (value === undefined) return NO_FIXES;
  const values = new Set<AcceptFix>();
  const offered = acceptFixesAt(osloDate(now));
  for (const part of value.split(',')) {
    const name = part.trim();
    const known = offered.find((candidate) => candidate === name);
    if (known === undefined) {
      // VER-2: a value is unknown before its introduction.
      const later = ACCEPT_FIXES.some((candidate) => candidate === name);
      return refuse({
        check: 'headers',
        rule: later ? 'VER-2' : 'HDR-9',
        status: 400,
        code: 'PARAMETER_NOT_SUPPORTED',
        text: `x-accept-fix contains the unknown value "${name}". Known: ${offered.join(', ') || 'none'}.`,
        ...(later ? { hint: "The bank's date is before the introduction of this value." } : {}),
      });
    }
    values.add(known);
  }
  return { values };
}

/** HDR-2, HDR-3. */
function checkRedirectHeaders(headers: HeaderBag, uriFault: typeof checkRedirectUri): Refusal | null {
  const uri = headers.get('tpp-redirect-uri');
  if (uri === undefined)
    return wrong('HDR-2', 'The header TPP-Redirect-URI is missing. Every request needs it.');
  const refused = uriFault(uri);
  if (refused) return refused;
  const session = headers.get('tpp-session-id');
  if (session === undefined)
    return wrong('HDR-3', 'The header TPP-Session-ID is missing. Every request needs it.');
  if (!/^[\x20-\x7e]{1,64}$/.test(session))
    return wrong('HDR-3', 'TPP-Session-ID has 1 to 64 printable characters.');
  return null;
}

/** HDR-2. */
export function checkRedirectUri(uri: string): Refusal | null {
  const parsed = URL.parse(uri);
  if (parsed === null) return wrong('HDR-2', `TPP-Redirect-URI "${uri}" is not an absolute URL.`);
  if (DANGEROUS_SCHEME.test(parsed.protocol))
    return wrong('HDR-2', `TPP-Redirect-URI must not use ${parsed.protocol}`);
  const web = parsed.protocol === 'https:' || parsed.protocol === 'http:';
  // The value goes into a Location header and a form page, so only characters that a URL allows are accepted.
  // The URL parser also accepts https:path, which a browser resolves against the page that redirects to it.
  if (web && !/^https?:\/\/[^/]/i.test(uri))
    return wrong('HDR-2', `TPP-Redirect-URI "${uri}" has no host after the two slashes.`);
  if (/[\s"<>\\^`{|}]/.test(uri) || /[^\x21-\x7e]/.test(uri))
    return wrong('HDR-2', `TPP-Redirect-URI "${uri}" contains characters that must be escaped in a URL.`);
  return null;
}

/** HDR-7, HDR-8: headers that the TPP forwards from the PSU's request. */
function checkForwarded(headers: HeaderBag): Refusal | null {
  const address = headers.get('psu-ip-address');
  if (address !== undefined && isIP(address) === 0)
    return wrong('HDR-7', `PSU-IP-Address "${address}" is neither an IPv4 nor an IPv6 address.`);
  const port = headers.get('psu-ip-port');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535)) {
    return wrong('HDR-7', `PSU-IP-Port "${port}" is not a number from 1 to 65535.`);
  }
  const method = headers.get('psu-http-method');
  if (method !== undefined && !['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) {
    return wrong('HDR-8', `PSU-HTTP-Method "${method}" is not one of GET, POST, PUT, PATCH, DELETE.`);
  }
  const device = headers.get('psu-device-id');
  if (device !== undefined && !isUuid(device))
    return wrong('HDR-8', `PSU-Device-ID "${device}" is not a UUID.`);
  const place = headers.get('psu-geo-location');
  if (place !== undefined && !isGeoLocation(place)) {
    return wrong('HDR-8', `PSU-Geo-Location "${place}" does not have the format GEO:<latitude>,<longitude>.`);
  }
  return null;
}

function isGeoLocation(text: string): boolean {
  const match = /^GEO:(-?\d{1,3}(?:\.\d+)?)[,;](-?\d{1,3}(?:\.\d+)?)$/.exec(text);
  return match !== null && Math.abs(Number(match[1])) <= 90 && Math.abs(Number(match[2])) <= 180;
}
