/** The stored body of an exchange, read in windows: from the page if it has the whole body, otherwise from the host. */
import { BodyView } from '../../../../shared/body-view/body-view.ts';
import { memorySource } from '../../../../shared/body-view/bytes.ts';
import type { Exchange } from '../../../../shared/contract/exchange.ts';
import { host } from '../../../host.ts';

type Questions = 'lines' | 'closing' | 'search' | 'root' | 'members' | 'query';
/** The queries that a body supports, each asynchronous. */
export type BodyAccess = {
  [M in Questions]: (...args: Parameters<BodyView[M]>) => Promise<ReturnType<BodyView[M]>>;
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
