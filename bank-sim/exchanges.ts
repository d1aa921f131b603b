/** The most recent requests to the bank, each refusal with its explanation (SIG-14, section 13). */
import type { BodyIssue } from '../shared/xs2a/body-schema.ts';
import type { Explanation } from '../shared/xs2a/explanation.ts';
import type { OperationId } from '../shared/xs2a/operations.ts';
import type { RuleId } from '../shared/xs2a/rules.ts';
import { fitsPath } from './scenarios.ts';

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
  /** Every fault of the body, each with its path and rule; the explanation has only the first. */
  issues: readonly BodyIssue[];
}

/** Which exchanges to return; what is left out does not matter. */
export interface ExchangeFilter {
  requestId?: string | undefined;
  /** A status such as 415, or a class such as 4xx. */
  status?: string | undefined;
  /** As the exchange names it. */
  tpp?: string | undefined;
  /** Exactly the path as sent, without query; `*` stands for one segment. */
  path?: string | undefined;
  /** At most so many, the newest ones. */
  limit?: number | undefined;
}

const MOST = 1000;

/** Where exchanges are kept. */
export interface ExchangeSource {
  lastExchanges: (limit: number, fits: (exchange: BankExchange) => boolean) => BankExchange[];
}

/** The exchanges that the filter lets through, newest last. */
export function exchangesIn(
  journal: ExchangeSource,
  { limit = MOST, ...filter }: ExchangeFilter = {},
): BankExchange[] {
  return journal.lastExchanges(limit, (exchange) => fits(exchange, filter));
}

function fits(exchange: BankExchange, { requestId, status, tpp, path }: ExchangeFilter): boolean {
  if (requestId !== undefined && exchange.requestId !== requestId) return false;
  if (tpp !== undefined && exchange.tpp !== tpp) return false;
  if (status !== undefined && !fitsStatus(status, String(exchange.status))) return false;
  return path === undefined || fitsPath(path, exchange.path.split('?', 1)[0] ?? '');
}

function fitsStatus(wanted: string, status: string): boolean {
  return wanted.endsWith('xx') ? wanted[0] === status[0] : wanted === status;
}
