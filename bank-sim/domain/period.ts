/** Dates and pages of listings (AIS-3 to AIS-6). */

/** Whether a text is a `YYYY-MM-DD` date that exists in the calendar. */
export function isDate(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

/** Default page size, by the bank's date (VER-2). */
export function pageSize(bankDate: string): number {
  return bankDate >= '2024-03-07' ? 200 : 100;
}

export interface Period {
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
}

export interface Page {
  offset: number;
  limit: number;
}

/** The part of a page in the second of two concatenated lists, of which the first has `count` items. */
export function windowAfter(page: Page, count: number): Page {
  const offset = Math.max(0, page.offset - count);
  const taken = Math.max(0, Math.min(page.limit, count - page.offset));
  return { offset, limit: page.limit - taken };
}

/** The pages to link to (AIS-4). */
export function pageOffsets(
  { offset, limit }: Page,
  total: number,
): { first?: number; previous?: number; next?: number; last?: number } {
  const last = Math.floor((total - 1) / limit) * limit;
  return {
    ...(offset > 0 ? { first: 0, previous: Math.max(0, offset - limit) } : {}),
    ...(offset + limit < total ? { next: offset + limit, last: Math.max(last, offset + limit) } : {}),
  };
}
