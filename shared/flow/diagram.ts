/**
 * Lays out events as rows of equal height, with activations and SCAs that span rows. New rows are appended without a new layout, unless a
 * filter or grouping depends on earlier events.
 */
import { texts } from '../texts/texts.ts';
import type { FlowEvent, FlowKind } from './event.ts';
import { filtered, type FlowFilter, isEmpty, NO_FILTER, type Shown } from './filter.ts';
import { humanMarks } from './human-marks.ts';
import { type Mark, markOf, subjectName } from './marks.ts';
import { aboutOfKey, endsSca, Relations } from './relations.ts';
import { cutTo, plain, lengthText } from './diagram-text.ts';

const t = texts.flow.groups;

export const HIDEABLE = ['step', 'batch', 'clock', 'operator', 'note'] as const satisfies readonly FlowKind[];
export type Hideable = (typeof HIDEABLE)[number];

/** Words for a room, or what was on the wire: methods, paths, codes and ids. */
export type Labels = 'human' | 'wire';

export interface LayoutOptions {
  filter: FlowFilter;
  /** Null until chosen, which is `wire`. */
  labels: Labels | null;
  /** Whether events are grouped by dialogue. */
  apart: boolean;
  /** Keys of folded groups: of dialogues, and `sca <id>`. */
  folded: ReadonlySet<string>;
  hidden: ReadonlySet<Hideable>;
}

export const ALL_EVENTS: LayoutOptions = {
  filter: NO_FILTER,
  labels: null,
  apart: false,
  folded: new Set(),
  hidden: new Set(),
};

export interface EventRow {
  kind: 'event';
  event: FlowEvent;
  mark: Mark;
  /** Milliseconds of this machine's clock since the row before; null for the first one, and after a jump back. */
  gap: number | null;
  /** Shown only as context of a match. */
  isContext: boolean;
}

/** The heading of a group of events; its only row if it is folded. */
export interface GroupRow {
  kind: 'group';
  group: string;
  isFolded: boolean;
  text: string;
  /** Positions of its shown events. */
  events: readonly number[];
  /** Whether an event in it failed. */
  bad: boolean;
}

export type Row = EventRow | GroupRow;

/** Rows from `first` to `last`, both included. */
export interface Span {
  first: number;
  last: number;
}

/** A bar on a lifeline: the bank processes a request, or the PSU's browser is at the bank. */
export interface Activation extends Span {
  lane: 'psu' | 'bank';
}

/** The bracket of an SCA, from opening the bank's page to its end. */
export interface Bracket extends Span {
  group: string;
  text: string;
  /** From 0, next to the lanes; simultaneous SCAs have different columns. */
  column: number;
  bad: boolean;
}

export interface Diagram {
  rows: readonly Row[];
  activations: readonly Activation[];
  brackets: readonly Bracket[];
  /** The row of each shown event by position; in a folded group, the row of the group. */
  rowOf: Map<number, number>;
  options: LayoutOptions;
  events: readonly FlowEvent[];
  relations: Relations;
  /** Number of events that match the filter. */
  matches: number;
}

/** @param events from {@link shownEvents} */
export function layOut(events: readonly FlowEvent[], options: LayoutOptions = ALL_EVENTS): Diagram {
  return build(events, options, new Relations(events));
}

/** The same events with other options. */
export function laidOut({ events, relations }: Diagram, options: LayoutOptions): Diagram {
  return build(events, options, relations);
}

/**
 * Appends events. Mutates `rowOf` and `relations` of the earlier diagram, because copying them would dominate; do not use it afterwards.
 */
export function extend(diagram: Diagram, added: readonly FlowEvent[]): Diagram {
  const { options, relations } = diagram;
  const events = [...diagram.events, ...added];
  for (const event of added) relations.add(event);
  // Words for an event may come from later ones.
  const looksBack = options.labels === 'human' || options.apart || options.folded.size > 0;
  if (looksBack || !isEmpty(options.filter)) return build(events, options, relations);
  const rows = [...diagram.rows];
  const { rowOf } = diagram;
  appendRows(rows, rowOf, added, { options, shown: null, mark: markOf });
  return finish({ rows, rowOf, events, options, relations, matches: events.length });
}

function build(events: readonly FlowEvent[], options: LayoutOptions, relations: Relations): Diagram {
  const shown = isEmpty(options.filter) ? null : filtered(events, relations, options.filter);
  const mark = options.labels === 'human' ? humanMarks(events) : markOf;
  const how = { options, shown, mark, relations };
  const rows: Row[] = [];
  const rowOf = new Map<number, number>();
  if (options.apart) {
    for (const [key, members] of dialogues(events, relations)) {
      const visible = members.filter((event) => isVisible(event, options, shown));
      if (visible.length === 0) continue;
      const isFolded = options.folded.has(key);
      rows.push(dialogueRow(key, isFolded, visible));
      if (isFolded) for (const { seq } of visible) rowOf.set(seq, rows.length - 1);
      else appendFolding(rows, rowOf, visible, { ...how, inDialogue: true });
    }
  } else {
    appendFolding(rows, rowOf, events, { ...how, inDialogue: false });
  }
  const matches =
    shown === null ? events.length : [...shown.values()].filter((one) => one === 'match').length;
  return finish({ rows, rowOf, events, options, relations, matches });
}

/** Appends events, with one row for each folded group at its first event. */
function appendFolding(
  rows: Row[],
  rowOf: Map<number, number>,
  events: readonly FlowEvent[],
  how: Appending & { relations: Relations; inDialogue: boolean },
): void {
  const { options, shown, relations, inDialogue } = how;
  const foldedRows = new Map<string, { at: number; events: FlowEvent[]; isSca: boolean }>();
  for (const event of events) {
    if (!isVisible(event, options, shown)) continue;
    const sca = relations.scaOf(event.seq);
    const dialogue = inDialogue || options.folded.size === 0 ? null : relations.dialogueOf(event.seq);
    const isInFoldedSca = sca !== null && options.folded.has(scaKey(sca));
    const group =
      dialogue !== null && options.folded.has(dialogue) ? dialogue : isInFoldedSca ? scaKey(sca) : null;
    if (group === null) {
      appendRows(rows, rowOf, [event], how);
      continue;
    }
    let folded = foldedRows.get(group);
    if (folded === undefined) {
      folded = { at: rows.length, events: [], isSca: group !== dialogue };
      foldedRows.set(group, folded);
      // Replaced below, when all of its events are known.
      rows.push({ kind: 'group', group, isFolded: true, text: '', events: [], bad: false });
    }
    folded.events.push(event);
    rowOf.set(event.seq, folded.at);
  }
  for (const [group, { at, events: members, isSca }] of foldedRows)
    rows[at] = isSca ? scaRow(group, members) : dialogueRow(group, true, members);
}

interface Appending {
  options: LayoutOptions;
  shown: ReadonlyMap<number, Shown> | null;
  /** Null for an event that another one tells. */
  mark: (event: FlowEvent) => Mark | null;
}

function appendRows(
  rows: Row[],
  rowOf: Map<number, number>,
  events: readonly FlowEvent[],
  { options, shown, mark: markIn }: Appending,
): void {
  for (const event of events) {
    if (!isVisible(event, options, shown)) continue;
    const mark = markIn(event);
    if (mark === null) {
      if (rows.length > 0) rowOf.set(event.seq, rows.length - 1);
      continue;
    }
    const before = rows.at(-1);
    const gap = before?.kind === 'event' && event.at >= before.event.at ? event.at - before.event.at : null;
    rowOf.set(event.seq, rows.length);
    rows.push({
      kind: 'event',
      event,
      mark,
      gap,
      isContext: shown?.get(event.seq) === 'context',
    });
  }
}

function isVisible(
  { kind, seq }: FlowEvent,
  { hidden }: LayoutOptions,
  shown: ReadonlyMap<number, Shown> | null,
): boolean {
  const name = kind === 'reset' ? 'operator' : kind;
  return !hidden.has(name as Hideable) && (shown === null || shown.has(seq));
}

/** The key by which an SCA is folded. */
export function scaKey(sca: string): string {
  return `sca ${sca}`;
}

/** The events of each dialogue, in the order of their first events; the others have the key ''. */
function dialogues(events: readonly FlowEvent[], relations: Relations): Map<string, FlowEvent[]> {
  const found = new Map<string, FlowEvent[]>();
  for (const event of events) {
    const key = relations.dialogueOf(event.seq) ?? '';
    const members = found.get(key);
    if (members) members.push(event);
    else found.set(key, [event]);
  }
  return found;
}

function dialogueRow(group: string, isFolded: boolean, members: readonly FlowEvent[]): GroupRow {
  const about = group === '' ? null : aboutOfKey(group);
  const title = about === null ? t.other : subjectName(about.subject, about.id);
  const last = members.findLast(
    (event) => event.kind === 'step' && event.subject === about?.subject && event.id === about.id,
  );
  const count = t.events(members.length);
  const text =
    last?.kind === 'step' ? t.rowInState(title, count, cutTo(plain(last.to), 20)) : t.row(title, count);
  return groupRow(group, isFolded, text, members);
}

function scaRow(group: string, members: readonly FlowEvent[]): GroupRow {
  return groupRow(group, true, t.row(scaText(members), t.events(members.length)), members);
}

function groupRow(group: string, isFolded: boolean, text: string, members: readonly FlowEvent[]): GroupRow {
  const bad = members.some((event) => markOf(event).bad);
  return { kind: 'group', group, isFolded, text, events: members.map(({ seq }) => seq), bad };
}

/** `SCA, 28 s`. @param members its events, oldest first */
function scaText(members: readonly FlowEvent[]): string {
  const first = members[0];
  const end = members.findLast(endsSca);
  if (first === undefined || end === undefined) return t.scaOpen;
  return t.sca(lengthText(Math.max(0, end.at - first.at)));
}

/** Adds activations and brackets. */
function finish(parts: Omit<Diagram, 'activations' | 'brackets'>): Diagram {
  const { rows, options } = parts;
  if (options.labels === 'human') return { ...parts, activations: [], brackets: [] };
  const activations: Activation[] = [];
  const requests = new Map<number, number>();
  const scas = new Map<string, { first: number; last: number; events: FlowEvent[]; bad: boolean }>();
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'event') continue;
    const { event } = row;
    if (event.kind === 'request') requests.set(event.seq, at);
    else if (event.kind === 'response' && event.cause !== null) {
      const first = requests.get(event.cause);
      if (first !== undefined) activations.push({ lane: 'bank', first, last: at });
    }
    const sca = parts.relations.scaOf(event.seq);
    if (sca === null) continue;
    const span = scas.get(sca);
    if (span === undefined) scas.set(sca, { first: at, last: at, events: [event], bad: row.mark.bad });
    else {
      span.last = at;
      span.events.push(event);
      span.bad ||= row.mark.bad;
    }
  }
  const brackets: Bracket[] = [];
  /** The row after which each column is free. */
  const columns: number[] = [];
  for (const [sca, { first, last, events, bad }] of scas) {
    if (last > first) activations.push({ lane: 'psu', first, last });
    const free = columns.findIndex((end) => end < first);
    const column = free === -1 ? columns.length : free;
    columns[column] = last;
    brackets.push({ group: scaKey(sca), first, last, column, text: scaText(events), bad });
  }
  return { ...parts, activations, brackets };
}
