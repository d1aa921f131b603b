/** The composer: tabs of drafts, each with its live preparation and the answer to its last sending. Kept as one types. */
import { create } from 'zustand';
import type { Exchange, Prepared } from '../../../shared/contract/exchange.ts';
import { type Method, type OperationId, routeOf } from '../../../shared/xs2a/operations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { bodyFor, draftOf, fresh, isUntouched, savedOf, type Shape, shapeFrom, shapeOf } from './shape.ts';

const t = texts.requests.drafts;

/** A tab that is not in front; the one in front lies in the store itself. */
interface Tab extends Shape {
  id: string;
  /** Where it is saved, or null. */
  path: string | null;
  answer: Exchange | null;
  past: Shape[];
  future: Shape[];
}

interface RequestsStore extends Tab {
  /** All tabs in their order; of the one in front, as it was when it came there. */
  tabs: Tab[];
  prepared: Prepared | null;
  /** Why the draft cannot be prepared, or was not sent. */
  problem: string | null;
  sending: boolean;
  /** Id of the sending under way, or of the last one. */
  sendId: string | null;
  /** Bytes of body that have arrived of the answer under way. */
  received: number;
  /** The answer that came last, in whatever tab; null before the first. */
  arrived: Exchange | null;
  /** Why drafts are not kept, or null. */
  notKept: string | null;
  /** Shows an operation: in this tab where nothing would be lost by it, else in a new one. */
  choose: (id: OperationId) => void;
  setParam: (name: string, value: string) => void;
  setQuery: (name: string, value: string) => void;
  setHeader: (name: string, value: string | null) => void;
  setBody: (body: string) => void;
  /** Takes the text of a request. @param shape what it says; null where it cannot be understood: then it is kept, and not sent */
  setRaw: (text: string, shape: Shape | null) => void;
  setFault: (fault: string | null) => void;
  undo: () => void;
  redo: () => void;
  newTab: () => void;
  duplicate: () => void;
  activate: (id: string) => void;
  close: (id: string) => void;
  /** Takes the deliberate fault out and sends again. */
  mend: () => Promise<void>;
  prepare: () => Promise<void>;
  send: () => Promise<void>;
  /** Bytes of a body that have arrived; those of another window's sending are not ours. */
  progressed: (sendId: string, bytes: number) => void;
  /** Ends the sending that is under way. */
  cancel: () => void;
  /** Opens the operation of a link with its path filled in, and sends it. */
  callLink: (method: Method, href: string) => Promise<void>;
  /** Opens a saved request in a tab of its own, or brings the tab to the front that has it. */
  openSaved: (path: string, shape: Shape) => void;
  /** Opens a request in a tab of its own. */
  openShape: (shape: Shape) => void;
  /** The tab in front is saved there from now on; null where the file is gone. */
  setPath: (path: string | null) => void;
  /** Brings back what was open at the last end. @throws HostError where it cannot be read; it must not be overwritten then */
  restore: () => Promise<void>;
}

/** Steps that can be undone in one tab. */
const UNDO_STEPS = 200;
/** Changes of one kind within this time are one step, milliseconds. */
const ONE_STEP = 700;

function tabOf(shape: Shape, path: string | null = null): Tab {
  return { ...shape, id: crypto.randomUUID(), path, answer: null, past: [], future: [] };
}

export const useRequests = create<RequestsStore>((set, get) => {
  let lastChange = { key: '', at: 0 };

  /** The tab in front, as it is now. */
  const front = (): Tab => {
    const { id, path, answer, past, future } = get();
    return { ...shapeOf(get()), id, path, answer, past, future };
  };
  /** All tabs as they are now. */
  const all = (): Tab[] => get().tabs.map((tab) => (tab.id === get().id ? front() : tab));
  /** Brings a tab to the front. */
  const show = (tabs: Tab[], tab: Tab) => {
    lastChange = { key: '', at: 0 };
    set({ tabs, ...tab, prepared: tab.answer?.prepared ?? null, problem: null });
    if (tab.answer === null) void get().prepare();
  };
  /** Every change of the draft parts it from its last answer, and can be undone. @param key what is changed: typing on is one step */
  const change = (key: string, shape: Partial<Shape>) => {
    const now = performance.now();
    const goesOn = key === lastChange.key && now - lastChange.at < ONE_STEP;
    lastChange = { key, at: now };
    const past = goesOn ? get().past : [...get().past.slice(-UNDO_STEPS + 1), shapeOf(get())];
    // A form that is changed takes the place of a text that could not be understood.
    set({ raw: null, ...shape, past, future: [], answer: null });
    void get().prepare();
  };
  const first = tabOf(fresh('listAccounts'));
  return {
    ...first,
    tabs: [first],
    prepared: null,
    problem: null,
    sending: false,
    sendId: null,
    received: 0,
    arrived: null,
    notKept: null,
    choose: (id) => {
      // What is saved stays in its tab, changed or not.
      if (get().path === null && isUntouched(get())) change('operation', fresh(id));
      else {
        const tab = tabOf(fresh(id));
        show([...all(), tab], tab);
      }
    },
    setParam: (name, value) => {
      const { operation, params, body } = get();
      change(`param ${name}`, {
        line: null,
        params: { ...params, [name]: value },
        body: bodyFor(operation, body, value),
      });
    },
    setQuery: (name, value) =>
      change(`query ${name}`, { line: null, query: { ...get().query, [name]: value } }),
    setHeader: (name, value) => {
      const { [name.toLowerCase()]: _, ...others } = get().overrides;
      change(`header ${name}`, {
        overrides: value === null ? others : { ...others, [name.toLowerCase()]: value },
      });
    },
    setBody: (body) => change('body', { body }),
    setRaw: (text, shape) => change('raw', shape === null ? { raw: text } : { ...shapeOf(shape), raw: null }),
    setFault: (fault) => change('fault', { fault }),
    undo: () => {
      const { past, future } = get();
      const before = past.at(-1);
      if (!before) return;
      lastChange = { key: '', at: 0 };
      set({ ...before, past: past.slice(0, -1), future: [shapeOf(get()), ...future], answer: null });
      void get().prepare();
    },
    redo: () => {
      const { past, future } = get();
      const [after, ...rest] = future;
      if (!after) return;
      set({ ...after, past: [...past, shapeOf(get())], future: rest, answer: null });
      void get().prepare();
    },
    newTab: () => {
      const tab = tabOf(fresh('listAccounts'));
      show([...all(), tab], tab);
    },
    duplicate: () => {
      const tab = tabOf(shapeOf(get()));
      show([...all(), tab], tab);
    },
    activate: (id) => {
      const tabs = all();
      const tab = tabs.find((one) => one.id === id);
      if (tab && id !== get().id) show(tabs, tab);
    },
    close: (id) => {
      const tabs = all();
      const at = tabs.findIndex((tab) => tab.id === id);
      const left = tabs.filter((tab) => tab.id !== id);
      // There is always one, as there is always something to send.
      if (left.length === 0) left.push(tabOf(fresh('listAccounts')));
      const next =
        id === get().id ? left[Math.min(at, left.length - 1)] : left.find((tab) => tab.id === get().id);
      if (next) show(left, next);
    },
    mend: () => {
      change('fault', { fault: null });
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
      // A text that cannot be understood is mended first; its view says how.
      if (get().sending || get().raw !== null) return;
      const { id } = get();
      const draft = draftOf(get());
      const isSame = (shape: Shape) => JSON.stringify(draft) === JSON.stringify(draftOf(shape));
      const sendId = crypto.randomUUID();
      set({ sending: true, sendId, received: 0, problem: null });
      try {
        const answer = await host.call('requests.send', { ...draft, id: sendId });
        const came = { sending: false, arrived: answer };
        // The person may have moved on while it was under way: to another tab, or in this one. The history has it anyhow.
        if (get().id !== id) {
          const tabs = get().tabs.map((tab) => (tab.id === id && isSame(tab) ? { ...tab, answer } : tab));
          set({ ...came, tabs });
        } else if (isSame(get())) set({ ...came, answer, prepared: answer.prepared });
        else set(came);
      } catch (error) {
        set({ sending: false, problem: messageOf(error) });
      }
    },
    progressed: (sendId, received) => {
      if (sendId === get().sendId) set({ received });
    },
    cancel: () => {
      const { sendId } = get();
      if (sendId !== null) void host.call('requests.cancel', { id: sendId });
    },
    callLink: async (method, href) => {
      const [path = '', text = ''] = href.split('?');
      const route = routeOf(method, path);
      if (route.kind !== 'found') return;
      const { operation, params } = route.route;
      const shape = { ...fresh(operation.id), params, query: Object.fromEntries(new URLSearchParams(text)) };
      if (get().path === null) change('link', shape);
      else {
        // A saved request stays what it is.
        const tab = tabOf(shape);
        show([...all(), tab], tab);
      }
      await get().send();
    },
    openSaved: (path, shape) => {
      const tabs = all();
      const known = tabs.find((tab) => tab.path === path);
      if (known) {
        if (known.id !== get().id) show(tabs, known);
        return;
      }
      const tab = tabOf(shape, path);
      show([...tabs, tab], tab);
    },
    openShape: (shape) => {
      const tab = tabOf(shape);
      show([...all(), tab], tab);
    },
    setPath: (path) => set({ path }),
    restore: async () => {
      const { tabs: saved, active } = await host.call('drafts.read', {});
      const tabs = saved.flatMap((one): Tab[] => {
        const shape = shapeFrom(one);
        return shape ? [{ ...tabOf(shape, one.path), id: one.id }] : [];
      });
      const [begin] = tabs;
      if (!begin) return;
      // Whoever was quicker than the disk has begun something already: it stays in front, and the others come beside it.
      if (get().past.length > 0 || get().tabs.length > 1) set({ tabs: [...tabs, ...all()] });
      else show(tabs, tabs.find(({ id }) => id === active) ?? begin);
      const answers = await Promise.all(saved.map(answerOf));
      set({
        tabs: get().tabs.map((tab) => ({
          ...tab,
          answer: answers.find(({ id }) => id === tab.id)?.answer ?? null,
        })),
      });
      const answer = answers.find(({ id }) => id === get().id)?.answer;
      // Unless the person has begun to change it already.
      if (answer && get().past.length === 0) set({ answer, prepared: answer.prepared });
    },
  };
});

/** The answer that a tab had, where the history still has it. */
async function answerOf({ id, answerId }: { id: string; answerId: string | null }) {
  if (answerId === null) return { id, answer: null };
  const answer = await host.call('history.read', { id: answerId }).catch(() => null);
  return { id, answer };
}

/** Keeps the tabs as they are typed: each change goes to the core at once, or as soon as the one before has been kept. */
export function keepDrafts(): () => void {
  let last = '';
  let saving = false;
  const save = async () => {
    if (saving) return;
    saving = true;
    for (let next = drafts(); next.text !== last; next = drafts()) {
      last = next.text;
      try {
        await host.call('drafts.save', next.drafts);
        if (useRequests.getState().notKept !== null) useRequests.setState({ notKept: null });
      } catch (error) {
        // A full disk, or a core that is gone: the person must know; the next change tries again.
        last = '';
        useRequests.setState({ notKept: t.notKept(messageOf(error)) });
        break;
      }
    }
    saving = false;
  };
  // The page is going: there is no time to wait for the save before.
  const leave = () => {
    const next = drafts();
    if (next.text !== last) void host.call('drafts.save', next.drafts).catch(() => undefined);
  };
  window.addEventListener('pagehide', leave);
  const end = useRequests.subscribe(() => void save());
  return () => {
    window.removeEventListener('pagehide', leave);
    end();
  };
}

/** All tabs as they are kept, and the same as text to compare. */
function drafts() {
  const state = useRequests.getState();
  const tabs = state.tabs.map((tab) => {
    const now = tab.id === state.id ? state : tab;
    return savedOf(now, { id: tab.id, path: now.path, answerId: now.answer?.id ?? null });
  });
  const kept = { tabs, active: state.id };
  return { drafts: kept, text: JSON.stringify(kept) };
}
