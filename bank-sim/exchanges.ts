/** The most recent requests to the bank, each refusal with its explanation (SIG-14, section 13). */
import type { Explanation } from '../shared/xs2a/explanation.ts';
import type { OperationId } from '../shared/xs2a/operations.ts';
import type { RuleId } from '../shared/xs2a/rules.ts';

export interface BankExchange {
  requestId: string | null;
  method: string;
  path: string;
  status: number;
  tpp: string | null;
  operation: OperationId | null;
  /** Bank time, milliseconds since 1970. */
  at: number;
  clientCertificate: string | null;
  /** Things that were written unusually but accepted. */
  notes: readonly string[];
  rule: RuleId | null;
  explanation: Explanation | null;
}

const KEPT = 1000;

export class ExchangeLog {
  private list: BankExchange[] = [];
  private readonly added: (exchange: BankExchange) => void;

  /** @param added called for every exchange */
  constructor(added: (exchange: BankExchange) => void) {
    this.added = added;
  }

  add(exchange: BankExchange): void {
    this.list.push(exchange);
    if (this.list.length > 2 * KEPT) this.list = this.list.slice(-KEPT);
    this.added(exchange);
  }

  /** Exchanges with this X-Request-ID, or all; newest last. */
  find(requestId: string | null): BankExchange[] {
    const kept = this.list.slice(-KEPT);
    return requestId === null ? kept : kept.filter((exchange) => exchange.requestId === requestId);
  }
}
