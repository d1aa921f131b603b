/** The event log as the diagram shows it: its events, how they are laid out, and the selected row. */
import { create } from 'zustand';
import {
  ALL_EVENTS,
  type Diagram,
  extend,
  laidOut,
  layOut,
  type LayoutOptions,
  type Row,
} from '../../shared/flow/diagram.ts';
import { type About, type FlowEvent, shownEvents } from '../../shared/flow/event.ts';
import type { FILES } from '../../shared/flow/exports/export.ts';
import { type FlowFilter, isEmpty, NO_FILTER } from '../../shared/flow/filter.ts';
import { MOST_FLOW_EVENTS } from '../../shared/contract/flow.ts';
import { downloadFile, host, uploadFile } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFrame } from './frame.ts';
import { coalesced } from './coalesce.ts';
import { laneNames } from '../../shared/flow/marks.ts';
import { useStatus } from './status.ts';

/** Events that the window holds. When there are more, the oldest go. */
const MOST_HELD = 20_000;
const KEPT_WHEN_FULL = 16_000;

export type FlowView = 'diagram' | 'timing' | 'list';

/** What names a row: the position of its event, or the key of its group. */
export type RowKey = number | string;

interface FlowStore {
  diagram: Diagram;
  /** Whether the log has been read. */
  isRead: boolean;
  /** Whether older events are kept than the window holds. */
  isCut: boolean;
  selected: RowKey | null;
  view: FlowView;
  /** 1 is the size in which the rest of the window is drawn. */
  zoom: number;
  problem: string | null;
  /** Reads what the window does not have yet. */
  load: () => Promise<void>;
  /** Reads the log, and follows it until the function that it returns is called. */
  watch: () => () => void;
  select: (key: RowKey | null) => void;
  show: (view: FlowView) => void;
  zoomTo: (zoom: number) => void;
  setFilter: (filter: Partial<FlowFilter>) => void;
  setLayout: (options: Partial<Omit<LayoutOptions, 'filter' | 'folded'>>) => void;
  /** Folds a group, or opens it again. */
  fold: (group: string, isFolded: boolean) => void;
  clear: () => Promise<void>;
  /** Saves pictures that the window has drawn, one file each. */
  savePictures: (pictures: readonly (() => Promise<Blob>)[]) => Promise<void>;
  /** Saves what the diagram shows as a file. */
  exportAs: (format: keyof typeof FILES) => Promise<void>;
}

export const ZOOMS = [0.6, 0.75, 0.9, 1, 1.25, 1.5, 2] as const;

export const useFlow = create<FlowStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  /** Position of the newest event that was read, and after which the diagram begins. */
  let newest = 0;
  let since = 0;
  let watchers = 0;
  let reading = false;
  let stop = (): void => undefined;

  const hold = (events: readonly FlowEvent[], more: { anew: boolean }) => {
    const { diagram, isCut } = get();
    const before = more.anew ? [] : diagram.events;
    const goesBack = events.some(({ kind }) => kind === 'rewound');
    const all = goesBack || more.anew ? shownEvents([...before, ...events]) : null;
    const count = all?.length ?? before.length + events.length;
    if (count > MOST_HELD) {
      const kept = (all ?? [...before, ...events]).slice(-KEPT_WHEN_FULL);
      set({ diagram: layOut(kept, diagram.options), isCut: true });
    } else {
      set({
        diagram: all === null ? extend(diagram, events) : layOut(all, diagram.options),
        isCut: isCut && !more.anew,
      });
    }
  };

  const load = coalesced(() =>
    read(async () => {
      reading = true;
      try {
        let page = await host.call('flow.read', { after: newest, limit: MOST_FLOW_EVENTS });
        // Another window has cleared the diagram, or the history was deleted.
        const anew = page.since !== since || page.last < newest;
        if (anew) {
          since = page.since;
          newest = since;
          page = await host.call('flow.read', { after: since, limit: MOST_FLOW_EVENTS });
        }
        // Of a long log, only what the window can hold is read.
        const start = Math.max(newest, page.last - KEPT_WHEN_FULL);
        const isLong = start > newest;
        if (isLong) page = await host.call('flow.read', { after: start, limit: MOST_FLOW_EVENTS });
        const read: FlowEvent[] = [];
        for (; page.events.length > 0; page = await next()) {
          read.push(...page.events);
          newest = page.events.at(-1)?.seq ?? newest;
        }
        if (anew || isLong || read.length > 0) hold(read, { anew: anew || isLong });
        set(isLong ? { isRead: true, isCut: true } : { isRead: true });
      } finally {
        reading = false;
      }
    }),
  );
  const next = () => host.call('flow.read', { after: newest, limit: MOST_FLOW_EVENTS });

  const added = (events: readonly FlowEvent[]) => {
    const unseen = events.filter(({ seq }) => seq > newest);
    const [first] = unseen;
    if (first === undefined) return;
    if (reading || first.seq !== newest + 1) {
      void load();
      return;
    }
    newest = unseen.at(-1)?.seq ?? newest;
    hold(unseen, { anew: false });
  };

  const relay = (options: Partial<LayoutOptions>) => {
    const { diagram } = get();
    set({ diagram: laidOut(diagram, { ...diagram.options, ...options }) });
  };

  return {
    diagram: layOut([], ALL_EVENTS),
    isRead: false,
    isCut: false,
    selected: null,
    view: 'diagram',
    zoom: 1,
    problem: null,
    load,
    watch: () => {
      watchers += 1;
      if (watchers === 1) {
        const offs = [
          host.on('flow.added', ({ events }) => added(events)),
          // Another window, perhaps.
          host.on('flow.cleared', () => void load()),
        ];
        stop = () => offs.forEach((off) => off());
        void load();
      }
      return () => {
        watchers -= 1;
        if (watchers === 0) stop();
      };
    },
    select: (selected) => set({ selected }),
    show: (view) => set({ view }),
    zoomTo: (zoom) => set({ zoom }),
    setFilter: (filter) => relay({ filter: { ...get().diagram.options.filter, ...filter } }),
    setLayout: (options) => relay(options),
    fold: (group, isFolded) => {
      const folded = new Set(get().diagram.options.folded);
      if (isFolded) folded.add(group);
      else folded.delete(group);
      relay({ folded });
    },
    clear: () =>
      attempt(async () => {
        const cleared = await host.call('flow.clear', {});
        since = cleared.since;
        newest = Math.max(newest, since);
        set({ diagram: layOut([], get().diagram.options), selected: null, isCut: false });
      }),
    savePictures: (pictures) =>
      attempt(async () => {
        for (const [at, draw] of pictures.entries()) {
          const name = pictures.length === 1 ? 'flow.png' : `flow-${at + 1}.png`;
          const file = await uploadFile(new File([await draw()], name, { type: 'image/png' }));
          const { download } = await host.call('flow.picture', { file });
          downloadFile(download);
        }
      }),
    exportAs: (format) =>
      attempt(async () => {
        const { download } = await host.call('flow.export', { format, only: onlyShown(get().diagram) });
        downloadFile(download);
      }),
  };
});

/** The positions of the events that fit the filter, with their context; null if there is no filter. */
export function onlyShown({ options, rowOf }: Diagram): number[] | null {
  return isEmpty(options.filter) ? null : [...rowOf.keys()].sort((a, b) => a - b);
}

export function keyOf(row: Row): RowKey {
  return row.kind === 'event' ? row.event.seq : row.group;
}

/** The row that a key names; -1 if it is not shown. */
export function rowAt({ rows, rowOf }: Diagram, key: RowKey | null): number {
  if (key === null) return -1;
  if (typeof key === 'number') return rowOf.get(key) ?? -1;
  return rows.findIndex((row) => row.kind === 'group' && row.group === key);
}

/** Opens the Flow view with only what is about this, and what belongs to it. */
export function showInFlow(about: About): void {
  useFlow.getState().setFilter({ ...NO_FILTER, about });
  useFlow.setState({ selected: null });
  useFrame.getState().go('flow');
}

/** Who stands at the lanes of the diagram, in the window and on paper. */
export function useLaneNames(diagram: Diagram): ReturnType<typeof laneNames> {
  const status = useStatus((store) => store.status);
  const named = laneNames(diagram.events);
  // Who acts now, where the events do not say it.
  const isOwn = diagram.events.every(
    (event) => event.kind !== 'request' || event.exchange !== null || event.from === 'psu',
  );
  const inUse = status?.environment;
  const address = inUse?.baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '') ?? '';
  return {
    tpp: isOwn ? (status?.certificate.name ?? '') : named.tpp,
    psu: named.psu === '' ? (status?.persona?.name ?? '') : named.psu,
    // The address of the bank in use would be wrong for requests to another one.
    bank: named.bank === '' || named.bank === inUse?.name ? address : named.bank,
  };
}
