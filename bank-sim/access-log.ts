/** A line of JSON for each request of a TPP, for whoever keeps the bank running: who asked for what, with which outcome. */
import { openSync, writeSync } from 'node:fs';
import { StartError } from '../shared/node/start-error.ts';
import type { BankExchange } from './exchanges.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { MAX_LOGGED_CHARS } from '../shared/limits.ts';

/**
 * Without a query, headers and bodies: there are no secrets in it.
 * @returns null for what is no response to a TPP
 */
export function accessLine(entry: JournalEntry, journal: Pick<Journal, 'after'>): string | null {
  const { at, fact, exchange } = entry;
  if (fact.kind !== 'response' || fact.to !== 'tpp') return null;
  const asked = exchange ?? unanswered(entry.event.cause, journal);
  if (asked === null) return null;
  const { requestId, method, path, tpp, operation, rule } = asked;
  const line = JSON.stringify({
    time: new Date(at).toISOString(),
    requestId: requestId?.slice(0, MAX_LOGGED_CHARS) ?? null,
    tpp: tpp?.slice(0, MAX_LOGGED_CHARS) ?? null,
    method: method.slice(0, MAX_LOGGED_CHARS),
    path: (path.split('?', 1)[0] ?? '').slice(0, MAX_LOGGED_CHARS),
    operation,
    // Null if the connection was closed without a response.
    status: fact.status,
    rule,
    durationMs: fact.duration,
  });
  // It may be read in a terminal, which takes other characters for commands.
  return line.replaceAll(
    /[^\x20-\x7e]/g,
    (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A request whose connection was closed. */
function unanswered(
  cause: number | null,
  journal: Pick<Journal, 'after'>,
): Pick<BankExchange, 'requestId' | 'method' | 'path' | 'tpp' | 'operation' | 'rule'> | null {
  const event = cause === null ? undefined : journal.after(cause - 1, 1)[0]?.event;
  if (event?.kind !== 'request') return null;
  const requestId = event.about.find(({ subject }) => subject === 'request')?.id ?? null;
  return { requestId, method: event.method, path: event.target, tpp: event.tpp, operation: null, rule: null };
}

/**
 * Appends lines to a file that only this user can read. A full disk stops nothing but the log.
 * @param failed called with a sentence when a line cannot be written and the one before could
 * @throws StartError if the file cannot be opened
 */
export function linesInto(file: string, failed: (sentence: string) => void): (line: string) => void {
  const descriptor = opened(file);
  let broken = false;
  return (line) => {
    try {
      writeSync(descriptor, `${line}\n`);
      broken = false;
    } catch (error) {
      if (!broken) failed(`The access log ${file} cannot be written: ${reasonOf(error)}`);
      broken = true;
    }
  };
}

function opened(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new StartError(`The access log ${file} cannot be opened: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
