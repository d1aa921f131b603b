/** Why a program in a process of its own has ended without a result. */
import { texts } from '../../shared/texts/texts.ts';

const t = texts.core.process;

export type ProcessEnd = { ended: 'out-of-memory' } | { ended: 'failed'; sentence: string };

/** What `abort` gives on Windows, which has no signals. */
const ABORTED = 134;

/** @param said what the process has written to standard error */
export function processEnd(status: number | null, signal: string | null, said = ''): ProcessEnd {
  // V8 aborts when its heap is full.
  if (signal === 'SIGABRT' || status === ABORTED) return { ended: 'out-of-memory' };
  if (signal === 'SIGKILL') return { ended: 'failed', sentence: t.killed };
  // Node.js prints an error between its source and its version.
  const lines = said.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.findLast((line) => line !== '');
  const how = signal ?? `status ${status}`;
  return { ended: 'failed', sentence: t.failed(error === undefined ? how : `${how}: ${error}`) };
}

/** There is no process, for example because the system has too many. */
export function notStarted({ message }: Error): ProcessEnd {
  return { ended: 'failed', sentence: t.notStarted(message) };
}
