/** The stored body of an exchange, read in parts: from the page if it has the whole body, otherwise from the host. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { BodyView } from '../../../../shared/body-view/body-view.ts';
import { memorySource } from '../../../../shared/body-view/bytes.ts';
import type { BodyLine, BodyMode } from '../../../../shared/body-view/lines.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';
import { host, messageOf } from '../../../host.ts';

type Query = 'lines' | 'closing' | 'search' | 'root' | 'members' | 'query';
/** The queries of a body, each asynchronous. */
export type BodyAccess = {
  [M in Query]: (...args: Parameters<BodyView[M]>) => Promise<ReturnType<BodyView[M]>>;
};

/** @param exchange an exchange with a response */
export function bodyAccess({ id, response }: Exchange): BodyAccess {
  const bytes = new TextEncoder().encode(response?.body ?? '');
  if (bytes.length === response?.bodyBytes) return here(new BodyView(memorySource(bytes)));
  return {
    lines: (mode, from, count) => host.call('body.lines', { id, mode, from, count }),
    closing: async (line) => (await host.call('body.closing', { id, line })).line,
    search: (mode, text) => host.call('body.search', { id, mode, text }),
    root: () => host.call('body.root', { id }),
    members: (offset, from, count) => host.call('body.members', { id, offset, from, count }),
    query: (path) => host.call('body.query', { id, path }),
  };
}

function here(view: BodyView): BodyAccess {
  return {
    lines: (mode, from, count) => {
      view.lines(mode, 0, 1);
      while (view.index(Number.POSITIVE_INFINITY));
      return Promise.resolve(view.lines(mode, from, count));
    },
    closing: (line) => Promise.resolve(view.closing(line)),
    search: (mode, text) => Promise.resolve(view.search(mode, text)),
    root: () => Promise.resolve(view.root()),
    members: (offset, from, count) => Promise.resolve(view.members(offset, from, count)),
    query: (path) => Promise.resolve(view.query(path)),
  };
}

/** Lines per page. */
const PAGE = 200;
/** Pages in the cache. */
const CACHED = 100;
/** Milliseconds between two progress checks of the line count. */
const POLL = 250;

interface Lines {
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

/** The lines of a body, fetched by page while they are being counted. Another body or mode needs a component with another key. */
export function useLines(access: BodyAccess, mode: BodyMode): Lines {
  const pages = useRef(new Map<number, BodyLine[]>());
  const requested = useRef(new Set<number>());
  const [known, setKnown] = useState({ total: 0, complete: false, indexed: 0, fetched: 0 });
  const [problem, setProblem] = useState<string | null>(null);

  const fetchPage = useCallback(
    async (page: number) => {
      if (requested.current.has(page)) return;
      requested.current.add(page);
      try {
        const { lines, total, complete, indexed } = await access.lines(mode, page * PAGE, PAGE);
        const oldest = pages.current.keys().next().value;
        if (pages.current.size >= CACHED && oldest !== undefined) pages.current.delete(oldest);
        // While lines are being counted, a page may be incomplete, so it is not cached.
        if (lines.length === PAGE || complete) pages.current.set(page, lines);
        setKnown(({ fetched }) => ({ total, complete, indexed, fetched: fetched + 1 }));
      } catch (error) {
        setProblem(messageOf(error));
      } finally {
        requested.current.delete(page);
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
    }, POLL);
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
