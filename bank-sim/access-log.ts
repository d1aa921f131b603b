/** The access log: one JSON line for each request from a TPP. */
import { openSync, writeSync } from 'node:fs';
import { StartError } from '../shared/node/start-error.ts';
import type { BankExchange, Journal, JournalEntry } from './journal.ts';

/** Without query, headers and bodies, so that it contains no secrets. @returns null unless the entry is a response to a TPP */
export function accessLine(entry: JournalEntry, journal: Pick<Journal, 'after'>): string | null {
  const { at, fact, exchange } = entry;
  if (fact.kind !== 'response' || fact.to !== 'tpp') return null;
  const request = exchange ?? unanswered(entry.event.cause, journal);
  if (request === null) return null;
  const { requestId, method, path, tpp, operation, rule } = request;
  const line = JSON.stringify({
    time: new Date(at).toISOString(),
    requestId,
    tpp,
    method,
    path: path.split('?', 1)[0],
    operation,
    // Null if the connection was closed without a response.
    status: fact.status,
    rule,
    durationMs: fact.duration,
  });
  // A terminal could interpret other characters as commands.
  return line.replaceAll(
    /[^\x20-\x7e]/g,
    (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A request whose connection was closed without a response. */
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
 * Appends lines to a file that only this user can read. Write errors, such as a full disk, do not affect the bank.
 * @param failed called with a sentence for the first of consecutive failures
 * @throws StartError if the file cannot be opened
 */
export function linesInto(file: string, failed: (sentence: string) => void): (line: string) => void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a', 0o600);
  } catch (error) {
    throw new StartError(`The access log ${file} cannot be opened: ${reasonOf(error)}`);
  }
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
