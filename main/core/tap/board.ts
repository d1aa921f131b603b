/** What the tap has seen, by operation. */
import type { TapOperation } from '../../../shared/contract/tap.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import type { OpenApiOperation } from '../../../shared/openapi/document.ts';
import { MAX_TAP_OPERATIONS } from '../../../shared/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { codeIn, isAboutSignature } from '../../../shared/xs2a/refusals.ts';

const t = texts.core.tap;

/** An operation of the environment's OpenAPI document, or of the catalogue. */
export type Known = Pick<OpenApiOperation, 'id' | 'title'>;

export class Board {
  private readonly seen = new Map<string, TapOperation>();

  /** In the order in which they were first seen. */
  operations(): TapOperation[] {
    return Array.from(this.seen.values(), (one) => ({ ...one }));
  }

  clear(): void {
    this.seen.clear();
  }

  /** @param operation null for a path that neither document nor catalogue has @param outcome the last failure stays in sight */
  note(
    { method, path, operation }: Pick<Exchange, 'method' | 'path'> & { operation: Known | null },
    outcome: Pick<TapOperation, 'cause' | 'exchange' | 'requestId'>,
  ): void {
    const bare = path.split('?', 1)[0] ?? '';
    const key = operation?.id ?? `${method} ${bare}`;
    const known = this.seen.get(key);
    if (known === undefined && this.seen.size >= MAX_TAP_OPERATIONS) return;
    const one = known ?? {
      operation: operation?.id ?? null,
      title: operation?.title ?? bare,
      method,
      passed: 0,
      failed: 0,
      ...outcome,
    };
    if (outcome.cause === null) one.passed++;
    else one.failed++;
    if (outcome.cause !== null || one.cause === null) Object.assign(one, outcome);
    this.seen.set(key, one);
  }
}

/** Why a request has failed; null if it has passed. What the bank refuses for other reasons than the signature passes. */
export function causeOf({ explanation, failure, status, response }: Exchange): string | null {
  if (explanation !== null) return explanation.text;
  if (failure !== null) return failure;
  if (status === null || status < 400) return null;
  const code = codeIn(response?.body ?? '');
  const isUnnamed = code === null && (status === 401 || status === 403);
  return isUnnamed || isAboutSignature(code ?? '') ? t.bankRefused(status, code) : null;
}
