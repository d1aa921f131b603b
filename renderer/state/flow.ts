/** The Flow view: the event log, its layout, and the selected row. */
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
import type { ExportHow, FILES } from '../../shared/flow/exports/export.ts';
import { type FlowFilter, isEmpty, NO_FILTER } from '../../shared/flow/filter.ts';
import { MOST_FLOW_EVENTS } from '../../shared/contract/flow.ts';
import { laneNames, type OwnTpp } from '../../shared/flow/marks.ts';
import { texts } from '../../shared/texts/texts.ts';
import { downloadFile, host, uploadFile } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useFrame } from './frame.ts';
import { coalesced } from './coalesce.ts';
import { useStatus } from './status.ts';

/** Events in memory: when there are more, the oldest are dropped. */
const MOST_HELD = 20_000;
const KEPT_WHEN_FULL = 16_000;

export type FlowView = 'diagram' | 'timing' | 'list';

/** Identifies a row: the position of its event, or the key of its group. */
export type RowKey = number | string;

interface FlowStore {
  diagram: Diagram;
  isRead: boolean;
  /** Whether the log has older events than those in memory. */
  isCut: boolean;
  selected: RowKey | null;
  view: FlowView;
  /** 1 is the normal size. */
  zoom: number;
  problem: string | null;
  /** Reads new events. */
  load: () => Promise<void>;
  /** Reads and follows the log. @returns stops following it */
  watch: () => () => void;
  select: (key: RowKey | null) => void;
  show: (view: FlowView) => void;
  zoomTo: (zoom: number) => void;
  setFilter: (filter: Partial<FlowFilter>) => void;
  setLayout: (options: Partial<Omit<LayoutOptions, 'filter' | 'folded'>>) => void;
  fold: (group: string, isFolded: boolean) => void;
  clear: () => Promise<void>;
  /** Downloads pictures, one file each. */
  savePictures: (pictures: readonly (() => Promise<Blob>)[]) => Promise<void>;
  /** Downloads the shown events. */
  exportAs: (format: keyof typeof FILES, how: ExportHow) => Promise<void>;
}

export const ZOOMS = [0.6, 0.75, 0.9, 1, 1.25, 1.5, 2] as const;

export const useFlow = create<FlowStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  /** Positions of the newest event read, and of the one after which the diagram begins. */
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
        // Another window cleared the diagram, or the history was deleted.
        const anew = page.since !== since || page.last < newest;
        if (anew) {
          since = page.since;
          newest = since;
          page = await host.call('flow.read', { after: since, limit: MOST_FLOW_EVENTS });
        }
        // Only the end of a long log is read.
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
    exportAs: (format, how) =>
      attempt(async () => {
        const { download } = await host.call('flow.export', { format, only: onlyShown(get().diagram), how });
        downloadFile(download);
      }),
  };
});

/** Positions of the events that match the filter, with their context; null without a filter. */
export function onlyShown({ options, rowOf }: Diagram): number[] | null {
  return isEmpty(options.filter) ? null : [...rowOf.keys()].sort((a, b) => a - b);
}

export function keyOf(row: Row): RowKey {
  return row.kind === 'event' ? row.event.seq : row.group;
}

/** Index of a row; -1 if it is not shown. */
export function rowAt({ rows, rowOf }: Diagram, key: RowKey | null): number {
  if (key === null) return -1;
  if (typeof key === 'number') return rowOf.get(key) ?? -1;
  return rows.findIndex((row) => row.kind === 'group' && row.group === key);
}

/** Opens the Flow view with only the events about this. */
export function showInFlow(about: About): void {
  useFlow.getState().setFilter({ ...NO_FILTER, about });
  useFlow.setState({ selected: null });
  useFrame.getState().go('flow');
}

function ownTpp(status: ReturnType<typeof useStatus.getState>['status']): OwnTpp | null {
  return status === null ? null : { id: status.certificate.tpp, name: status.certificate.tppName };
}

/** How the diagram is exported. @param played the demonstration that plays, which is told in words unless the user chose otherwise */
export function exportHow(played: string | undefined): ExportHow {
  return {
    labels: useFlow.getState().diagram.options.labels ?? (played === undefined ? 'wire' : 'human'),
    title: played ?? texts.flow.exports.title,
    tpp: ownTpp(useStatus.getState().status),
  };
}

/** The names above the lanes of the diagram. */
export function useLaneNames(diagram: Diagram): ReturnType<typeof laneNames> {
  const status = useStatus((store) => store.status);
  const own = ownTpp(status);
  const named = laneNames(diagram.events, own);
  const inUse = status?.environment;
  const address = inUse?.baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '') ?? '';
  return {
    // Names of the present, where the events have none.
    tpp: named.tpp === '' ? (own?.name ?? '') : named.tpp,
    psu: named.psu === '' ? (status?.persona?.name ?? '') : named.psu,
    // The address of the bank in use is wrong for requests to another one.
    bank: named.bank === '' || named.bank === inUse?.name ? address : named.bank,
  };
}
