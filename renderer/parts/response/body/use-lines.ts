/** Lines of a body as they are needed: pages are fetched, kept for a while, and the count goes on meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BodyLine, BodyMode } from '../../../../shared/body-view/lines.ts';
import { messageOf } from '../../../host.ts';
import type { BodyAccess } from './access.ts';

/** Lines fetched at once. */
const PAGE = 200;
/** Pages that are kept. */
const KEPT = 100;
/** Milliseconds between two looks at how far the lines are counted. */
const LOOK = 250;

export interface Lines {
  /** Known so far. */
  total: number;
  complete: boolean;
  /** Bytes whose lines are counted. */
  indexed: number;
  problem: string | null;
  /** A line, or undefined where it is not there yet. */
  line: (at: number) => BodyLine | undefined;
  /** Fetches what is missing between two lines. */
  need: (from: number, end: number) => void;
}

/** Of one body in one mode: a component that shows another one must have another key. */
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
        // Of a page that is not counted to its end yet only what is there is known.
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
