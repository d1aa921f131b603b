/** A request as received, before any check. */

/** Headers by lower-case name, with every occurrence: joining or dropping duplicates would hide what was sent (SIG-15, HDR-10). */
export class HeaderBag {
  private readonly values = new Map<string, string[]>();
  private readonly raw: readonly string[];

  /** @param raw alternating names and values, as in `IncomingMessage.rawHeaders` */
  constructor(raw: readonly string[]) {
    this.raw = raw;
    for (let at = 0; at < raw.length; at += 2) {
      const name = (raw[at] ?? '').toLowerCase();
      const value = raw[at + 1] ?? '';
      const list = this.values.get(name);
      if (list) list.push(value);
      else this.values.set(name, [value]);
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** Value of a header; repeated ones are joined according to RFC 7230, 3.2.2. */
  get(name: string): string | undefined {
    const list = this.values.get(name);
    return list === undefined || list.length > 1 ? list?.join(', ') : list[0];
  }

  /** The first occurrence only, for headers that must not be repeated: a later check refuses the duplicate (SIG-15). */
  first(name: string): string | undefined {
    return this.values.get(name)?.[0];
  }

  count(name: string): number {
    return this.values.get(name)?.length ?? 0;
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
  /** Whether the body exceeded {@link MAX_BODY} and was not read to its end. */
  bodyTooLarge: boolean;
  /** Subject of the TLS client certificate, or null (SVC-5). */
  clientCertificate: string | null;
}

/** The path of a request without its query. */
export function pathOnly({ target }: Pick<RawRequest, 'target'>): string {
  const mark = target.indexOf('?');
  return mark < 0 ? target : target.slice(0, mark);
}

/** Shared by all requests without a query; never modified. */
const NO_QUERY = new URLSearchParams();

/** The parameters of a request's query. */
export function queryOf(raw: Pick<RawRequest, 'target'>): URLSearchParams {
  const { length } = pathOnly(raw);
  return length === raw.target.length ? NO_QUERY : new URLSearchParams(raw.target.slice(length + 1));
}

/** SVC-6, bytes. */
export const MAX_BODY = 1024 * 1024;
export const MAX_HEADERS = 16 * 1024;
