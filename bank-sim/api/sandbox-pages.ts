/** The pages of the sandbox's lists of transactions: all of an account or a card, newest first, those that are pending before the others (SBX-4). */
import type { Link } from '../../shared/xs2a/schemas.ts';
import { pageOffsets, windowAfter } from '../domain/period.ts';
import type { Refusal } from '../domain/refusal.ts';
import { ALWAYS, MAX_LIMIT, readPage, type Source } from './listing.ts';

/**
 * The page that a query asks for; without limit, the largest.
 * @param href path of the list @returns links to other pages as in account information (AIS-4), none if all of it is on this one
 */
export function sandboxPage<T>(
  source: Source<T>,
  href: string,
  query: URLSearchParams,
): { list: T[]; links: { _links?: Record<string, Link> } } | Refusal {
  const page = readPage(query, MAX_LIMIT, 'SBX-4');
  if ('kind' in page) return page;
  const waiting = source.count(true, ALWAYS);
  const total = waiting + source.count(false, ALWAYS);
  const pending = source.list(true, ALWAYS, page);
  const booked = source.list(false, ALWAYS, windowAfter(page, waiting));
  const links = Object.entries(pageOffsets(page, total)).map(([name, offset]): [string, Link] => [
    name,
    { href: `${href}?limit=${page.limit}&offset=${offset}`, verbs: ['GET'] },
  ]);
  return {
    list: [...pending, ...booked],
    links: links.length === 0 ? {} : { _links: Object.fromEntries(links) },
  };
}
