/** Judges a response: verdicts, links, and why the bank refused. */
import { z } from 'zod';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { upToFirstFault } from '../../../shared/schema-tools.ts';
import { texts } from '../../../shared/texts/texts.ts';
import type { Refused } from '../diagnosis/causes.ts';
import { diagnosisOf } from '../diagnosis/diagnosis.ts';
import { operationAt } from '../../../shared/requests/http.ts';
import type { Judgement } from '../history/history.ts';
import type { Sent } from './connection.ts';
import type { Outgoing } from './exchange.ts';
import { operationFor } from '../../../shared/openapi/document.ts';
import { type Schemas, verdictsOn } from './verdicts.ts';
import { MAX_LINKS } from '../../../shared/limits.ts';
import { routeOf } from '../../../shared/xs2a/operations.ts';
import { type Link, linkSchema } from '../../../shared/xs2a/schemas.ts';

const t = texts.core.verdicts;

/** Other banks send further fields and codes. */
const refusalSchema = z.object({ tppMessages: z.array(z.object({ code: z.string() })) });

/**
 * Judges a recorded response. A part that fails on odd input becomes a verdict. Texts are shortened after masking, or a truncated
 * secret would not be found.
 * @param masked masks secrets in details that a diagnosis shortens
 * @param outline of a body in a file: JSON with its links
 * @param idOfOther the name of another environment whose bank has returned an id
 */
export async function judged(
  outgoing: Outgoing,
  { response, body }: Extract<Sent, { ok: true }>,
  {
    masked,
    outline,
    idOfOther,
  }: {
    masked: (text: string) => string;
    outline: (file: string) => Promise<unknown>;
    idOfOther: Refused['idOfOther'];
  },
): Promise<Judgement> {
  const {
    filled,
    origin,
    place,
    prepared,
    body: sentBody,
    target,
    certificate,
    profile,
    madeHere,
    explain,
  } = outgoing;
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
  // A body in a file is not parsed; only its links are read.
  const json = body.file === null ? jsonOf(body.bytes) : undefined;
  const { url } = prepared;
  const hrefOf = (href: string) =>
    place === 'base'
      ? belowBase(href, url.slice(0, -filled.path.length))
      : (URL.parse(href, url)?.href ?? href);
  const links = await orNothing(t.links, [], async () =>
    // Nobody but the bank says where its pages and payments are.
    place === 'elsewhere' ? [] : linksOf(body.file === null ? json : await outline(body.file), hrefOf),
  );
  const explanation = await orNothing(t.explanation, null, () =>
    // What is wrong with a request through the tap is said whatever the bank answers.
    explain !== null && (status >= 400 || origin === 'tap') ? explain(filled, requestId) : null,
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
          profile,
          madeHere,
          operation,
          ids: Object.values(operationAt(method, filled.path)?.params ?? {}),
          idOfOther,
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
    schemas: schemasFor(outgoing),
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

function schemasFor({ schemas, filled }: Outgoing): Schemas | null {
  if (schemas === null || schemas === 'specification') return schemas;
  return { document: schemas, operation: operationFor(schemas, filled.method, filled.path) };
}

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

/**
 * The links of a body and of its direct child objects, such as the pages of a listing (SVC-8).
 * @param hrefOf what a link is from here
 */
function linksOf(json: unknown, hrefOf: (href: string) => string): Exchange['links'] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  const inside = Object.entries(json).flatMap(([name, value]) => (name === '_links' ? [] : ownLinks(value)));
  return [...ownLinks(json), ...inside].map((link) => ({ ...link, href: hrefOf(link.href) }));
}

/** Addresses below the base URL become paths of the API: other banks repeat its prefix, or all of it. Others stay unchanged. */
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

/** Most other banks send only the address: NextGenPSD2 has no verbs. */
const anyLinkSchema = linkSchema.extend({ verbs: linkSchema.shape.verbs.optional().catch(undefined) });

/** The method of a link without verbs, which NextGenPSD2 implies by its name. */
function verbsOf(name: string): Link['verbs'] {
  return name.startsWith('startAuthorisation') ? ['POST'] : ['GET'];
}
