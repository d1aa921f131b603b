/** What the workbench finds out about a response: the verdicts, its links, and why the bank refused. */
import { z } from 'zod';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { upToFirstFault } from '../../../shared/fault-words.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { diagnosisOf } from '../diagnosis/diagnosis.ts';
import type { Judgement } from '../history/history.ts';
import type { Sent } from './connection.ts';
import type { Outgoing } from './exchange.ts';
import { linksOf } from './links.ts';
import { verdictsOn } from './verdicts.ts';
import { MAX_LINKS } from '../../../shared/limits.ts';

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
