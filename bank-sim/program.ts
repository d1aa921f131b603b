/** What the programs of this folder have in common: they end when they are asked to. */
import { endProcess, PATIENCE, stopInTime, whenNpmEnds } from '../shared/node/process.ts';

/** Milliseconds for what is closed after the grace. */
const CLOSING = 500;

/** Ends the process on SIGTERM, SIGINT, and when npm, which has started it, ends. @param grace milliseconds that `stop` may take before it closes everything */
export function whenAsked(
  stop: () => Promise<void>,
  { log, grace }: { log: (line: string) => void; grace: number },
): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    const patience = Math.max(PATIENCE, grace + CLOSING);
    void stopInTime(stop(), log, patience).then(endProcess);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  whenNpmEnds(end);
}
