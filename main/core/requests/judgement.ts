/** What the workbench finds out about a response: the verdicts, its links, and why the bank refused. */
import { z } from 'zod';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { diagnosisOf } from '../diagnosis/diagnosis.ts';
import type { Judgement } from '../history/history.ts';
import type { Sent } from './connection.ts';
import type { Outgoing } from './exchange.ts';
import { verdictsOn } from './verdicts.ts';
import { MAX_LINKS } from '../../../shared/limits.ts';
import { routeOf } from '../../../shared/xs2a/operations.ts';
import { type Link, linkSchema } from '../../../shared/xs2a/schemas.ts';

const t = texts.core.verdicts;

/** Other banks send more fields and other codes than the local one. */
const refusalSchema = z.object({ tppMessages: z.array(z.object({ code: z.string() })) });

/**
 * Judges a response that is already recorded. A part that fails, whatever the bank has sent, is a verdict that says so.
 * Nothing of it is shortened yet: a secret that is cut could not be masked any more.
 * @param masked removes secrets from the details that a sentence about a cause shortens
 * @param outline for a body in a file: a JSON value that contains its links
 */
export async function judged(
  { filled, prepared, body: sentBody, target, certificate, madeHere, explain }: Outgoing,
  { response, body }: Extract<Sent, { ok: true }>,
  { masked, outline }: { masked: (text: string) => string; outline: (file: string) => Promise<unknown> },
): Promise<Judgement> {
  const { operation, fault, method } = filled;
  const { status, headers } = response;
  const failures: Exchange['verdicts'] = [];
  const orNothing = async <T>(part: string, nothing: T, find: () => T | Promise<T>): Promise<T> => {
    try {
      return await find();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures.push({ holds: 'unknown', text: t.partNotFound(part, reason), rule: 'SVC-3', part: null });
      return nothing;
    }
  };
  const sentHeader = (wanted: string) =>
    prepared.headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
  const requestId = sentHeader('x-request-id');
  // A body in a file is not parsed here; only its links are known.
  const json = body.file === null ? jsonOf(body.bytes) : undefined;
  const links = await orNothing(t.links, [], async () =>
    linksOf(body.file === null ? json : await outline(body.file), prepared.url.slice(0, -filled.path.length)),
  );
  const explanation = await orNothing(t.explanation, null, () =>
    explain !== null && status >= 400 ? explain(filled, requestId) : null,
  );
  const diagnosis = await orNothing(t.causes, null, () =>
    explain === null
      ? diagnosisOf({
          status,
          code: codeOf(json),
          responseHeaders: headers,
          prepared,
          method,
          target,
          body: Buffer.from(sentBody),
          certificate,
          madeHere,
          operation,
          now: Date.now(),
          masked,
        })
      : null,
  );
  const acceptFix = (sentHeader('x-accept-fix') ?? '').split(',').map((value) => value.trim());
  const verdicts = verdictsOn({
    status,
    headers,
    body,
    json,
    requestId,
    acceptFix,
    operation,
    fault,
  });
  // Without a cause, what a refusal offers next, such as an SCA, comes first.
  const shown = diagnosis?.length === 0 && links.length > 0 ? null : diagnosis;
  return {
    verdicts: [...verdicts, ...failures],
    links: links.slice(0, MAX_LINKS),
    linksLeftOut: Math.max(0, links.length - MAX_LINKS),
    explanation,
    diagnosis: shown,
  };
}

/** Code of the first message of a refusal, or null. */
function codeOf(json: unknown): string | null {
  const read = refusalSchema.safeParse(json, upToFirstFault);
  return read.success ? (read.data.tppMessages[0]?.code ?? null) : null;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

// The links of a response, as other requests can use them (SVC-8).

/**
 * The links of a body and of its direct child objects, such as the pages of a listing, in order (SVC-8).
 * @param baseUrl where the request went to: what leads below it is a path of this API again
 */
function linksOf(json: unknown, baseUrl: string): Exchange['links'] {
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
