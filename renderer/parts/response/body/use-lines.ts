/** Lines of a body on demand: pages are fetched and cached while the lines are still being counted. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BodyLine, BodyMode } from '../../../../shared/body-view/lines.ts';
import { messageOf } from '../../../host.ts';
import type { BodyAccess } from './access.ts';

/** Lines per page. */
const PAGE = 200;
/** Number of cached pages. */
const KEPT = 100;
/** Milliseconds between two progress checks of the line count. */
const LOOK = 250;

export interface Lines {
  /** Lines known so far. */
  total: number;
  complete: boolean;
  /** Bytes whose lines have been counted. */
  indexed: number;
  problem: string | null;
  /** A line, or undefined if it has not been fetched yet. */
  line: (at: number) => BodyLine | undefined;
  /** Fetches the missing lines in a range. */
  need: (from: number, end: number) => void;
}

/** The lines of one body in one mode. A component that shows a different one needs a different key. */
export function useLines(access: BodyAccess, mode: BodyMode): Lines {
  const pages = useRef(new Map<number, BodyLine[]>());
  const asked = useRef(new Set<number>());
  const [known, setKnown] = useState({ total: 0, complete: false, indexed: 0, fetched: 0 });
  const [problem, setProblem] = useState<string | null>(null);

  const fetchPage = useCallback(
    async (page: number) => {
      if (asked.current.has(page)) return;
      asked.current.add(page);
      try {
        const { lines, total, complete, indexed } = await access.lines(mode, page * PAGE, PAGE);
        const oldest = pages.current.keys().next().value;
        if (pages.current.size >= KEPT && oldest !== undefined) pages.current.delete(oldest);
        // A page that has not been counted completely yet may be incomplete, so it is not cached.
        if (lines.length === PAGE || complete) pages.current.set(page, lines);
        setKnown(({ fetched }) => ({ total, complete, indexed, fetched: fetched + 1 }));
      } catch (error) {
        setProblem(messageOf(error));
      } finally {
        asked.current.delete(page);
      }
    },
    [access, mode],
  );

  useEffect(() => {
    if (known.complete || problem !== null) return undefined;
    const timer = setTimeout(() => {
      access
        .lines(mode, 0, 0)
        .then(({ total, complete, indexed }) =>
          setKnown(({ fetched }) => ({ total, complete, indexed, fetched: fetched + 1 })),
        )
        .catch((error: unknown) => setProblem(messageOf(error)));
    }, LOOK);
    return () => clearTimeout(timer);
  }, [access, mode, known, problem]);

  return {
    ...known,
    problem,
    line: (at) => pages.current.get(Math.floor(at / PAGE))?.[at % PAGE],
    need: useCallback(
      (from: number, end: number) => {
        for (let page = Math.floor(from / PAGE); page <= Math.floor(Math.max(from, end - 1) / PAGE); page++)
          if (!pages.current.has(page)) void fetchPage(page);
      },
      [fetchPage],
    ),
  };
}
