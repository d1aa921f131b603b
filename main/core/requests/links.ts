/** The links of a response, as other requests can use them (SVC-8). */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { upToFirstFault } from '../../../shared/fault-words.ts';
import { routeOf } from '../../../shared/xs2a/operations.ts';
import { type Link, linkSchema } from '../../../shared/xs2a/schemas.ts';

/**
 * The links of a body and of its direct child objects, such as the pages of a listing, in order (SVC-8).
 * @param baseUrl where the request went to: what leads below it is a path of this API again
 */
export function linksOf(json: unknown, baseUrl: string): Exchange['links'] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  const inside = Object.entries(json).flatMap(([name, value]) => (name === '_links' ? [] : ownLinks(value)));
  return [...ownLinks(json), ...inside].map((link) => ({ ...link, href: belowBase(link.href, baseUrl) }));
}

/** Other banks repeat the prefix of their base URL, or all of it. An address that is no call of this API stays as it is. */
function belowBase(href: string, baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
  const below = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  return routeOf('', below.split('?', 1)[0] ?? '').kind === 'unknown' ? href : below;
}

function ownLinks(value: unknown): Exchange['links'] {
  if (typeof value !== 'object' || value === null || !('_links' in value)) return [];
  const links = value._links;
  if (typeof links !== 'object' || links === null) return [];
  return Object.entries(links).flatMap(([name, link]) => {
    const checked = anyLinkSchema.safeParse(link, upToFirstFault);
    return checked.success
      ? [{ name, ...checked.data, verbs: [...new Set(checked.data.verbs ?? verbsOf(name))] }]
      : [];
  });
}

/** NextGenPSD2 knows no verbs: most other banks send only the address. */
const anyLinkSchema = linkSchema.extend({ verbs: linkSchema.shape.verbs.optional().catch(undefined) });

/** What a link without verbs is called with: NextGenPSD2 says so by its name. */
function verbsOf(name: string): Link['verbs'] {
  return name.startsWith('startAuthorisation') ? ['POST'] : ['GET'];
}
