/**
 * The timing view: a bar for each request and each wait for the PSU or a batch, on an axis with compressed idle times. Times are of this
 * machine; waits for a batch are of the bank, whose clock may have jumped.
 */
import { texts } from '../texts/texts.ts';
import type { FlowEvent } from './event.ts';
import { isFailure, markOf } from './marks.ts';
import { endsSca, type Relations } from './relations.ts';
import { lengthText } from './diagram-text.ts';

const t = texts.flow.timing;

/** States in which a payment waits for a batch. */
const WAITING: ReadonlySet<string> = new Set(['PDNG', 'ACTC', 'ACCP']);

export interface Bar {
  /** Its event. */
  seq: number;
  kind: 'request' | 'psu' | 'batch';
  label: string;
  /** Milliseconds since 1970. A bar without an end has the length 0. */
  start: number;
  end: number;
  /** Duration in words. */
  length: string;
  bad: boolean;
}

/** In the order of their starts. */
export function barsOf(events: readonly FlowEvent[], relations: Relations): Bar[] {
  const bars: Bar[] = [];
  const waiting = new Map<string, FlowEvent & { kind: 'step' }>();
  const opened = new Set<string>();
  for (const event of events) {
    if (event.kind === 'request') bars.push(requestBar(event, relations));
    else if (event.kind === 'opened') {
      const sca = relations.scaOf(event.seq);
      if (sca === null || opened.has(sca)) continue;
      opened.add(sca);
      bars.push(psuBar(event, sca, relations));
    } else if (event.kind === 'step' && event.subject === 'payment') {
      const before = waiting.get(event.id);
      if (before !== undefined && before.to !== event.to) {
        waiting.delete(event.id);
        if (isByBatch(event, relations)) bars.push(batchBar(before, event));
      }
      if (WAITING.has(event.to) && !waiting.has(event.id)) waiting.set(event.id, event);
    }
  }
  return bars.sort((a, b) => a.start - b.start || a.seq - b.seq);
}

function requestBar(event: FlowEvent & { kind: 'request' }, relations: Relations): Bar {
  const answer = relations.get(relations.responseOf(event.seq) ?? -1);
  const response = answer?.kind === 'response' ? answer : null;
  const label = markOf(event).text;
  const { seq, at: start } = event;
  if (response === null)
    return { seq, kind: 'request', label, start, end: start, length: t.noResponse, bad: false };
  // The duration at the bank is not the wait of the PSU's browser.
  const known = event.from === 'tpp' ? response.duration : null;
  const length = known ?? Math.max(0, response.at - start);
  return {
    seq,
    kind: 'request',
    label,
    start,
    end: start + length,
    length: lengthText(length),
    bad: isFailure(response),
  };
}

function psuBar(event: FlowEvent & { kind: 'opened' }, sca: string, relations: Relations): Bar {
  const members = relations.scaEvents(sca).map((seq) => relations.get(seq));
  const back = members.findLast((one) => one !== undefined && endsSca(one));
  const { seq, at: start } = event;
  const label = markOf(event).text;
  if (back === undefined)
    return { seq, kind: 'psu', label, start, end: start, length: t.psuWaiting, bad: false };
  const end = Math.max(start, back.at);
  return {
    seq,
    kind: 'psu',
    label,
    start,
    end,
    length: t.psu(lengthText(end - start)),
    bad: isFailure(back),
  };
}

function isByBatch({ cause }: FlowEvent, relations: Relations): boolean {
  return cause !== null && relations.get(cause)?.kind === 'batch';
}

function batchBar(from: FlowEvent & { kind: 'step' }, to: FlowEvent & { kind: 'step' }): Bar {
  const atBank = Math.max(0, (to.bankAt ?? to.at) - (from.bankAt ?? from.at));
  return {
    seq: to.seq,
    kind: 'batch',
    label: markOf(to).text,
    start: from.at,
    end: Math.max(from.at, to.at),
    length: t.batch(lengthText(atBank)),
    bad: isFailure(to),
  };
}

/** A stretch of the axis: busy ones are proportional, idle ones have one width. */
export interface Stretch {
  from: number;
  to: number;
  /** From 0 to 1. */
  left: number;
  right: number;
  isIdle: boolean;
}

/** Width of an idle stretch, and limit of all together, as parts of the axis. */
const IDLE_WIDTH = 0.04;
const MAX_IDLE_WIDTH = 0.4;
/** Milliseconds from which a time without a start or end of a bar is compressed. */
const IDLE = 400;

/** The axis for some bars, from 0 to 1. */
export function axisOf(bars: readonly Bar[]): Stretch[] {
  const times = [...new Set(bars.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const pairs = times.slice(1).map((to, at) => ({ from: times[at] ?? to, to }));
  const requests = bars.filter(({ kind }) => kind === 'request').toSorted((a, b) => a.start - b.start);
  let next = 0;
  let busyUntil = -Infinity;
  const merged: { from: number; to: number; isIdle: boolean }[] = [];
  for (const { from, to } of pairs) {
    const last = merged.at(-1);
    while ((requests[next]?.start ?? Infinity) <= from) {
      busyUntil = Math.max(busyUntil, requests[next]?.end ?? 0);
      next += 1;
    }
    // Only the PSU or a batch is awaited.
    const isIdle = to - from > IDLE && busyUntil < to;
    if (last !== undefined && !isIdle && !last.isIdle) last.to = to;
    else merged.push({ from, to, isIdle });
  }
  const idle = merged.filter(({ isIdle }) => isIdle).length;
  const busy = merged.reduce((sum, { from, to, isIdle }) => sum + (isIdle ? 0 : to - from), 0);
  const forIdle =
    busy === 0 ? (idle === 0 ? 0 : 1 / idle) : idle === 0 ? 0 : Math.min(IDLE_WIDTH, MAX_IDLE_WIDTH / idle);
  const perMillisecond = busy === 0 ? 0 : (1 - idle * forIdle) / busy;
  let left = 0;
  return merged.map((stretch) => {
    const right = Math.min(
      1,
      left + (stretch.isIdle ? forIdle : (stretch.to - stretch.from) * perMillisecond),
    );
    const placed = { ...stretch, left, right };
    left = right;
    return placed;
  });
}

/** The position of a time on the axis, from 0 to 1. */
export function placeOn(axis: readonly Stretch[], ms: number): number {
  const stretch = axis.find(({ to }) => ms <= to) ?? axis.at(-1);
  if (stretch === undefined) return 0;
  const { from, to, left, right } = stretch;
  const part = to === from ? 0 : (Math.min(to, Math.max(from, ms)) - from) / (to - from);
  return left + part * (right - left);
}
