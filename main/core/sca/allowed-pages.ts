/** Which pages may be opened: only those that a bank has sent. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { isLoopback } from '../../../shared/requests/loopback.ts';

const MAX_PAGES = 100;

export class ScaPages {
  /** The environment of each page, by address. */
  private readonly seen = new Map<string, string>();

  note({ links }: Pick<Exchange, 'links'>, environmentId: string): void {
    for (const { name, href } of links) if (name === 'scaRedirect') this.noteLink(href, environmentId);
  }

  noteLink(href: string, environmentId: string): void {
    const oldest = this.seen.keys().next().value;
    if (this.seen.size >= MAX_PAGES && oldest !== undefined) this.seen.delete(oldest);
    this.seen.set(href, environmentId);
  }

  /** Null for a page that no response since the start contained. */
  environmentOf(href: string): string | null {
    return this.seen.get(href) ?? null;
  }

  mayOpen(href: string, bankUrl: string | null): boolean {
    const page = this.seen.has(href) ? URL.parse(href) : null;
    return page !== null && mayLead(page, bankUrl);
  }
}

/**
 * Pages use HTTPS. A page on this machine may use HTTP, but only if the bank is on this machine: another bank could reach any local
 * program.
 */
export function mayLead(page: URL, bankUrl: string | null): boolean {
  const { protocol } = page;
  if (!isLoopback(page)) return protocol === 'https:';
  const bank = URL.parse(bankUrl ?? '');
  return /^https?:$/.test(protocol) && bank !== null && isLoopback(bank);
}
