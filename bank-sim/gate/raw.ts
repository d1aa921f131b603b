/** A request as received, before any check. */

/** The position, or all positions, of each header by its lower-case name. */
export type HeaderPlaces = ReadonlyMap<string, number | readonly number[]>;

/** The header names of a request, cached because most requests from a TPP have the same. */
interface Shape {
  names: readonly string[];
  places: HeaderPlaces;
}

let latest: Shape = { names: [], places: new Map() };

/** @param raw alternating names and values */
function shapeOf(raw: readonly string[]): Shape {
  if (!hasNames(raw, latest.names)) latest = newShape(raw);
  return latest;
}

function hasNames(raw: readonly string[], names: readonly string[]): boolean {
  if (raw.length !== 2 * names.length) return false;
  for (let at = 0; at < names.length; at++) if (raw[2 * at] !== names[at]) return false;
  return true;
}

function newShape(raw: readonly string[]): Shape {
  const names: string[] = [];
  const places = new Map<string, number | number[]>();
  for (let at = 0; at < raw.length; at += 2) {
    const spelling = raw[at] ?? '';
    names.push(spelling);
    const name = spelling.toLowerCase();
    const before = places.get(name);
    if (before === undefined) places.set(name, at + 1);
    else if (typeof before === 'number') places.set(name, [before, at + 1]);
    else before.push(at + 1);
  }
  return { names, places };
}

/** Headers by lower-case name, with every occurrence: joined or dropped duplicates would hide what was sent (SIG-15, HDR-10). */
export class HeaderBag {
  private readonly raw: readonly string[];
  /** The same object for requests with the same names in the same order. */
  readonly places: HeaderPlaces;

  /** @param raw alternating names and values, as in `IncomingMessage.rawHeaders`; not changed afterwards */
  constructor(raw: readonly string[]) {
    this.raw = raw;
    this.places = shapeOf(raw).places;
  }

  has(name: string): boolean {
    return this.places.has(name);
  }

  /** Value of a header; repeated ones are joined according to RFC 7230, 3.2.2. */
  get(name: string): string | undefined {
    const place = this.places.get(name);
    return typeof place === 'object' ? place.map((at) => this.raw[at]).join(', ') : this.at(place);
  }

  /** The first occurrence only; a later check refuses duplicates (SIG-15). */
  first(name: string): string | undefined {
    const place = this.places.get(name);
    return this.at(typeof place === 'object' ? place[0] : place);
  }

  count(name: string): number {
    const place = this.places.get(name);
    return typeof place === 'object' ? place.length : place === undefined ? 0 : 1;
  }

  private at(place: number | undefined): string | undefined {
    return place === undefined ? undefined : (this.raw[place] ?? '');
  }

  /** Every header in the order and spelling of the request. */
  pairs(): [name: string, value: string][] {
    const pairs: [string, string][] = [];
    for (let at = 0; at < this.raw.length; at += 2) pairs.push([this.raw[at] ?? '', this.raw[at + 1] ?? '']);
    return pairs;
  }
}

export interface RawRequest {
  method: string;
  /** Path with query, exactly as sent. */
  target: string;
  headers: HeaderBag;
  /** Total bytes of names and values. */
  headerBytes: number;
  body: Uint8Array;
  /** The body exceeded MAX_BODY and was not read to its end. */
  bodyTooLarge: boolean;
  /** Subject of the TLS client certificate, or null (SVC-5). */
  clientCertificate: string | null;
}

export function pathOnly({ target }: Pick<RawRequest, 'target'>): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** SVC-3: what to do about a body with a content coding (RFC 7231, 3.1.2.1); undefined for any other. */
export function codingAdvice({ headers }: Pick<RawRequest, 'headers'>): string | undefined {
  const coding = headers.get('content-encoding')?.trim() ?? '';
  return coding === '' || coding.toLowerCase() === 'identity'
    ? undefined
    : `The body has Content-Encoding ${coding.slice(0, 40)}, but the bank takes no content coding. Send the JSON as it is, without this header, and compute the Digest over it.`;
}

/** Shared by all requests without a query; never modified. */
const NO_QUERY = new URLSearchParams();

export function queryOf(raw: Pick<RawRequest, 'target'>): URLSearchParams {
  const { length } = pathOnly(raw);
  return length === raw.target.length ? NO_QUERY : new URLSearchParams(raw.target.slice(length + 1));
}
