/** The requests of `npm run soak`. */
import { setTimeout as passed } from 'node:timers/promises';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { Input, MethodName, Output } from '../../shared/contract/methods.ts';
import { fresh } from '../../shared/requests/compose.ts';
import type { KnownRequest } from '../../shared/requests/request.ts';

const A_SECOND = 5;
/** The PSU approves one SCA of so many requests; it is asked for by one that ends in 4. */
const SCA_EVERY = 100;

export type Call = <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;

/** Sends a steady mix, and counts how it is answered. */
export class Traffic {
  sent = 0;
  /** Calls of the workbench that it could not carry out; a refusal of the bank is an answer. */
  failed = 0;
  private readonly answers = new Map<string, number>();
  private readonly call: Call;
  private next = Date.now();

  constructor(call: Call) {
    this.call = call;
  }

  async until(end: number): Promise<void> {
    const busy = new Set<Promise<void>>();
    while (this.next < end) {
      await passed(Math.max(0, this.next - Date.now()));
      this.next += 1000 / A_SECOND;
      const one = this.one(this.sent++).finally(() => busy.delete(one));
      busy.add(one);
    }
    await Promise.all(busy);
  }

  summary(): string {
    const counts = [...this.answers]
      .map(([name, count]) => `${name}: ${count}`)
      .toSorted((a, b) => a.localeCompare(b, 'en'));
    return `${this.sent} requests, ${this.failed} failed. ${counts.join(', ')}`;
  }

  private async one(number: number): Promise<void> {
    try {
      const request = requestOf(number);
      const { status, links } = await this.call('requests.send', request);
      this.count(`${request.operation} ${status ?? 'none'}`);
      if (number % SCA_EVERY === 4) {
        const status = await grantByPsu(this.call, links);
        if (status !== null) this.count(`SCA ${status}`);
      }
    } catch (error) {
      this.failed++;
      this.count(`failed (${String(error)})`);
    }
  }

  private count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}

/** The PSU approves on the bank's page, and the browser goes back to the TPP. @returns the status of the last page; null without a link */
export async function grantByPsu(
  call: Call,
  links: readonly { name: string; href: string }[],
): Promise<number | null> {
  const href = links.find(({ name }) => name === 'scaRedirect')?.href;
  if (href === undefined) return null;
  const { persona } = await call('app.status', {});
  const form = { nationalId: persona?.nationalId ?? '', capacity: 'PRIVATE', step: 'approve' };
  const page = await fetch(href, { method: 'POST', body: new URLSearchParams(form) });
  await page.text();
  return page.status;
}

/** Of five requests one is a consent, one a payment and one refused; the last asks for an SCA, which a PSU gives now and then. */
function requestOf(number: number): KnownRequest {
  switch (number % 5) {
    case 0:
      return fresh('createConsent');
    case 1:
      return payment(number);
    case 2:
      return fresh('listAccounts');
    case 3:
      return { ...fresh('createPayment'), body: '{}' };
    default:
      return fresh('readUser');
  }
}

/** A payment that the bank has not had: the same one again would be refused. */
function payment(number: number): KnownRequest {
  const request = fresh('createPayment');
  const body = JSON.parse(request.body) as { instructedAmount: object };
  const amount = `${Math.floor(number / 100)}.${String(number % 100).padStart(2, '0')}`;
  return {
    ...request,
    body: JSON.stringify({ ...body, instructedAmount: { ...body.instructedAmount, amount } }),
  };
}

/** Calls the workbench as one of its pages does. @param address of that page */
export function caller(address: string, cookie: string): Call {
  return async <M extends MethodName>(method: M, input: Input<M>) => {
    const response = await fetch(new URL(`rpc/${method}`, address), {
      method: 'POST',
      body: JSON.stringify(input),
      headers: { Cookie: cookie },
    });
    const envelope = (await response.json()) as Envelope<Output<M>>;
    if (!envelope.ok) throw new Error(envelope.error.message);
    return envelope.value;
  };
}
