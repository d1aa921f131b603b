/** Sends operations to a bank and keeps the exchanges, as examples for the OpenAPI document. */
import type { Bank } from '../../bank-sim/index.ts';
import { filledLine, pathParameters } from '../../shared/requests/compose.ts';
import type { RecordedExample, RecordedExamples, RecordedRefusal } from '../../shared/xs2a/openapi.ts';
import { operationById, type OperationId, OPERATIONS } from '../../shared/xs2a/operations.ts';
import { DIFFERS } from '../../shared/xs2a/payment-examples.ts';
import type { Call, Reply, Tpp } from '../../test/support/tpp.ts';

/** A Friday. */
export const TODAY = '2027-01-15';
/** Where the PSU's pages are if nobody chooses another port. */
const PSU_PAGES = 'https://localhost:8444';

export interface Given {
  name?: string;
  summary?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Instead of the catalogue's example. */
  body?: unknown;
}

export class Recording {
  readonly bank: Bank;
  readonly tpp: Tpp;
  private readonly operations: RecordedExample[] = [];
  private readonly refusals: RecordedRefusal[] = [];

  constructor(bank: Bank, tpp: Tpp) {
    this.bank = bank;
    this.tpp = tpp;
  }

  /** Sends an operation with the catalogue's example, and keeps the exchange. @returns the body of the response @throws Error if the bank refuses */
  async add(id: OperationId, given: Given = {}): Promise<Reply['body']> {
    const { name = 'usual', summary = operationById(id).title, params = {}, query = {} } = given;
    const { body, reply } = await this.exchange(id, given);
    this.operations.push({
      operation: id,
      name,
      summary,
      params,
      query,
      ...(body === undefined ? {} : { body }),
      ...this.recorded(reply),
    });
    return reply.body;
  }

  /** The same without keeping it. */
  async send(id: OperationId, given: Given): Promise<Reply['body']> {
    return (await this.exchange(id, given)).reply.body;
  }

  has(id: OperationId): boolean {
    return this.operations.some(({ operation }) => operation === id);
  }

  private async exchange(
    id: OperationId,
    { params = {}, query = {}, body: given }: Given,
  ): Promise<{ body: unknown; reply: Reply }> {
    const operation = operationById(id);
    const example = operation.example?.replaceAll('{{today}}', TODAY).replace(DIFFERS, '');
    const sample: unknown = example === undefined ? undefined : JSON.parse(example);
    const body = operation.body === 'json' ? (given ?? sample) : undefined;
    const reply = await this.tpp.send({
      ...filledLine(operation, params, query),
      headers: {
        ...(operation.psu === 'none' ? WITHOUT_PSU : {}),
        ...(operation.acceptFix === undefined ? {} : { 'x-accept-fix': operation.acceptFix }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (reply.status !== operation.success && reply.status !== operation.otherSuccess)
      throw new Error(`The example of ${id} was refused: ${reply.text}`);
    return { body, reply };
  }

  /** Sends a request that the bank refuses, and keeps the response. @throws Error if the status is another one */
  async refuse(status: number, name: string, summary: string, call: Call): Promise<void> {
    const reply = await this.tpp.send(call);
    if (reply.status !== status) throw new Error(`The example ${name} got ${reply.status}: ${reply.text}`);
    const { answer, headers } = this.recorded(reply);
    this.refusals.push({ status, name, summary, headers, answer });
  }

  /** Approves the SCA that a response links to. @returns the query of the redirect */
  approve(
    body: Reply['body'],
    decision: Partial<Parameters<Bank['operator']['decideSca']>[1]>,
  ): URLSearchParams {
    const href = body._links?.['scaRedirect']?.href ?? '';
    const id = decodeURIComponent(href.split('/').at(-1) ?? '');
    const done = this.bank.operator.decideSca(id, {
      nationalId: '',
      context: 'PRIVATE',
      agreementId: null,
      accounts: 'all',
      decision: 'approve',
      ...decision,
    });
    if (!done.done) throw new Error(`An SCA of the examples failed: ${done.refusal.text}`);
    return new URL(done.value.redirectUri).searchParams;
  }

  /** @throws Error if an operation of the catalogue has no example */
  finished(): RecordedExamples {
    const missing = OPERATIONS.filter(({ id }) => !this.has(id));
    if (missing.length > 0)
      throw new Error(
        `No example in scripts/lib/example-story.ts: ${missing.map(({ id }) => id).join(', ')}.`,
      );
    const order: string[] = OPERATIONS.map(({ id }) => id);
    return {
      operations: this.operations.toSorted((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation)),
      refusals: this.refusals.toSorted((a, b) => a.status - b.status),
    };
  }

  private recorded({
    status,
    text,
    rawHeaders,
  }: Reply): Pick<RecordedExample, 'status' | 'headers' | 'answer'> {
    const headers = rawHeaders.filter((_, at) => at % 2 === 0).filter((name) => !UNLISTED.has(name));
    const answer: unknown =
      text === '' ? undefined : JSON.parse(text.replaceAll(this.bank.psuBaseUrl, PSU_PAGES));
    return { status, headers, ...(answer === undefined ? {} : { answer }) };
  }
}

/** SBX-6. */
const WITHOUT_PSU = {
  'TPP-Redirect-URI': null,
  'TPP-Session-ID': null,
  'PSU-IP-Address': null,
  'PSU-ID': null,
  'PSU-Corporate-ID': null,
};

/** Headers of every HTTP response, which an OpenAPI document does not list. */
const UNLISTED = new Set(['Content-Type', 'Content-Length', 'Connection', 'Keep-Alive', 'Transfer-Encoding']);

/** Names of the parameters in the path of an operation. */
export function parametersOf(id: OperationId): string[] {
  return pathParameters(operationById(id));
}
