/** Which pages of banks may be opened: only those that a bank itself has sent. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { isLoopback } from '../../../shared/contract/environments.ts';

const KEPT = 100;

export class ScaPages {
  /** The environment that each came to, by the address. */
  private readonly seen = new Map<string, string>();

  /** Remembers the scaRedirect links of a response to a request from an environment. */
  note({ links }: Pick<Exchange, 'links'>, environmentId: string): void {
    for (const { name, href } of links) if (name === 'scaRedirect') this.noteLink(href, environmentId);
  }

  /** Remembers an scaRedirect that the bank of an environment has sent. */
  noteLink(href: string, environmentId: string): void {
    const oldest = this.seen.keys().next().value;
    if (this.seen.size >= KEPT && oldest !== undefined) this.seen.delete(oldest);
    this.seen.set(href, environmentId);
  }

  /** The environment that a page belongs to; null for a page that no response since the start contained. */
  environmentOf(href: string): string | null {
    return this.seen.get(href) ?? null;
  }

  /** Whether an address was in a response and {@link mayLead} somewhere. @param bankUrl the base URL of the environment that it came to */
  mayOpen(href: string, bankUrl: string | null): boolean {
    const page = this.seen.has(href) ? URL.parse(href) : null;
    return page !== null && mayLead(page, bankUrl);
  }
}

/**
 * Whether a bank may lead to a page: over HTTPS, and on this machine over plain HTTP, too, but only if the bank itself is there. Another
 * one could reach any program that listens here.
 */
export function mayLead(page: URL, bankUrl: string | null): boolean {
  const { protocol } = page;
  if (!isLoopback(page)) return protocol === 'https:';
  const bank = URL.parse(bankUrl ?? '');
  return /^https?:$/.test(protocol) && bank !== null && isLoopback(bank);
}
