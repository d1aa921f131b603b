/** The composer: one draft, its live preparation, and the answer to its last sending. */
import { create } from 'zustand';
import type { Draft, Exchange, Prepared } from '../../../shared/contract/methods.ts';
import {
  type Method,
  type Operation,
  operationById,
  type OperationId,
  pathOf,
  routeOf,
} from '../../../shared/xs2a/operations.ts';
import { host, messageOf } from '../../host.ts';

interface RequestsStore {
  operation: Operation & { id: OperationId };
  params: Record<string, string>;
  query: Record<string, string>;
  /** Header values that the person has set, by lower-case name; '' leaves the header out. */
  overrides: Record<string, string>;
  body: string;
  /** Id of the deliberate fault in the request, or null. */
  fault: string | null;
  prepared: Prepared | null;
  /** Why the draft cannot be prepared, or was not sent. */
  problem: string | null;
  sending: boolean;
  /** The answer to this draft as it stands, or null when it was changed since. */
  answer: Exchange | null;
  choose: (id: OperationId) => void;
  setParam: (name: string, value: string) => void;
  setQuery: (name: string, value: string) => void;
  setHeader: (name: string, value: string | null) => void;
  setBody: (body: string) => void;
  setFault: (fault: string | null) => void;
  /** Takes the deliberate fault out and sends again. */
  mend: () => Promise<void>;
  prepare: () => Promise<void>;
  send: () => Promise<void>;
  /** Opens the operation of a link with its path filled in, and sends it. */
  callLink: (method: Method, href: string) => Promise<void>;
}

type Shape = Pick<RequestsStore, 'operation' | 'params' | 'query' | 'overrides' | 'body' | 'fault'>;

/** The path with its query, percent-encoded, as it is signed and sent. */
export function draftPath({
  operation,
  params,
  query,
}: Pick<Shape, 'operation' | 'params' | 'query'>): string {
  const text = operation.query
    .filter(({ name }) => (query[name] ?? '') !== '')
    .map(({ name }) => `${name}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
  return pathOf(operation.path, params) + (text === '' ? '' : `?${text}`);
}

/** The draft as it crosses to the core. */
export function draftOf(shape: Shape): Draft {
  return {
    method: shape.operation.method,
    path: draftPath(shape),
    headers: Object.entries(shape.overrides),
    body: shape.body,
    ...(shape.fault === null ? {} : { fault: shape.fault }),
  };
}

function fresh(id: OperationId): Shape {
  const operation = { ...operationById(id), id };
  const query = Object.fromEntries(operation.query.map(({ name, first }) => [name, first]));
  const params = Object.fromEntries(
    Object.entries((operation as Operation).choices ?? {}).map(([name, values]) => [name, values[0] ?? '']),
  );
  return { operation, params, query, overrides: {}, body: operation.example ?? '', fault: null };
}

/** The body that goes with another choice: its example, as long as the present body is an untouched one. */
function bodyFor({ examples = {}, example = '' }: Operation, body: string, value: string): string {
  const untouched = body === example || Object.values(examples).includes(body);
  return untouched ? (examples[value] ?? body) : body;
}

export const useRequests = create<RequestsStore>((set, get) => {
  /** Every change of the draft parts it from its last answer. */
  const change = (shape: Partial<Shape>) => {
    set({ ...shape, answer: null });
    void get().prepare();
  };
  return {
    ...fresh('listAccounts'),
    prepared: null,
    problem: null,
    sending: false,
    answer: null,
    choose: (id) => change(fresh(id)),
    setParam: (name, value) => {
      const { operation, params, body } = get();
      change({ params: { ...params, [name]: value }, body: bodyFor(operation, body, value) });
    },
    setQuery: (name, value) => change({ query: { ...get().query, [name]: value } }),
    setHeader: (name, value) => {
      const { [name.toLowerCase()]: _, ...others } = get().overrides;
      change({ overrides: value === null ? others : { ...others, [name.toLowerCase()]: value } });
    },
    setBody: (body) => change({ body }),
    setFault: (fault) => change({ fault }),
    mend: () => {
      change({ fault: null });
      return get().send();
    },
    prepare: async () => {
      const asked = draftOf(get());
      try {
        const prepared = await host.call('requests.prepare', asked);
        // A slower answer to an older draft must not overwrite a newer one.
        if (JSON.stringify(asked) === JSON.stringify(draftOf(get()))) set({ prepared, problem: null });
      } catch (error) {
        set({ problem: messageOf(error) });
      }
    },
    send: async () => {
      if (get().sending) return;
      const draft = draftOf(get());
      set({ sending: true, problem: null });
      try {
        const answer = await host.call('requests.send', draft);
        set({ sending: false });
        // The person may have moved on while it was under way; the answer is in the history then.
        if (JSON.stringify(draft) === JSON.stringify(draftOf(get())))
          set({ answer, prepared: answer.prepared });
      } catch (error) {
        set({ sending: false, problem: messageOf(error) });
      }
    },
    callLink: async (method, href) => {
      const [path = '', text = ''] = href.split('?');
      const route = routeOf(method, path);
      if (route.kind !== 'found') return;
      const { operation, params } = route.route;
      set({
        ...fresh(operation.id),
        params,
        query: Object.fromEntries(new URLSearchParams(text)),
        answer: null,
      });
      await get().send();
    },
  };
});
