/** What the tap has seen, by operation. */
import type { TapOperation } from '../../../shared/contract/tap.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { MAX_TAP_OPERATIONS } from '../../../shared/limits.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { codeIn, isAboutSignature } from '../../../shared/xs2a/refusals.ts';

const t = texts.core.tap;

export class Board {
  private readonly seen = new Map<string, TapOperation>();

  /** In the order in which they were first seen. */
  operations(): TapOperation[] {
    return Array.from(this.seen.values(), (one) => ({ ...one }));
  }

  clear(): void {
    this.seen.clear();
  }

  note(exchange: Exchange): void {
    const path = exchange.path.split('?', 1)[0] ?? '';
    const key = exchange.operation ?? `${exchange.method} ${path}`;
    const known = this.seen.get(key);
    if (known === undefined && this.seen.size >= MAX_TAP_OPERATIONS) return;
    const title = exchange.operation === null ? path : exchange.title;
    const one = known ?? {
      operation: exchange.operation,
      title,
      method: exchange.method,
      passed: 0,
      failed: 0,
      cause: null,
      exchange: '',
    };
    const cause = causeOf(exchange);
    if (cause === null) one.passed++;
    else one.failed++;
    // The last failure stays in sight, with its exchange.
    if (cause !== null || one.cause === null) [one.cause, one.exchange] = [cause, exchange.id];
    this.seen.set(key, one);
  }
}

/** Why a request has failed; null if it has passed. What the bank refuses for other reasons than the signature passes. */
function causeOf({ explanation, failure, status, response }: Exchange): string | null {
  if (explanation !== null) return explanation.text;
  if (failure !== null) return failure;
  if (status === null || status < 400) return null;
  const code = codeIn(response?.body ?? '');
  const isUnnamed = code === null && (status === 401 || status === 403);
  return isUnnamed || isAboutSignature(code ?? '') ? t.bankRefused(status, code) : null;
}
