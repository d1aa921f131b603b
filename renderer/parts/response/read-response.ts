/** Reads the status and the body of a response. */
import { z } from 'zod';

/** The tone of an HTTP status. */
export function toneOf(status: number): 'ok' | 'warn' | 'bad' {
  return status < 300 ? 'ok' : status < 400 ? 'warn' : 'bad';
}

/** @returns undefined if the body is not JSON */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Maximum number of faults listed. The bank decides how many there are. */
const MOST = 20;

const refusalSchema = z.object({
  tppMessages: z.array(z.object({ text: z.string().min(1), path: z.string().optional() })).min(1),
});
const codedSchema = z.object({
  tppMessages: z.tuple([z.object({ code: z.string().min(1) })]).rest(z.unknown()),
});
/** RFC 7807, which other banks use. */
const problemSchema = z
  .object({ detail: z.string().min(1).optional(), title: z.string().min(1).optional() })
  .transform(({ detail, title }) => detail ?? title);

/** The sentences of a refusal, each with the place in the body that it is about; empty if the body has none. */
export function faultsIn(body: string): string[] {
  const json = jsonOf(body);
  const refusal = refusalSchema.safeParse(json).data;
  if (refusal !== undefined) return [...new Set(refusal.tppMessages.slice(0, MOST).map(sentenceOf))];
  const problem = problemSchema.safeParse(json).data;
  return problem === undefined ? [] : [problem];
}

/** Whether a refusal has sentences, but no code that says what it is about. */
export function saysWhyInWords(body: string): boolean {
  return faultsIn(body).length > 0 && !codedSchema.safeParse(jsonOf(body)).success;
}

function sentenceOf({ text, path }: { text: string; path?: string | undefined }): string {
  return path === undefined || text.includes(path) ? text : `${path}: ${text}`;
}
