/** Filters events, and adds the context of matches. */
import type { About, FlowEvent } from './event.ts';
import { isFailure, type Lane } from './marks.ts';
import type { Relations } from './relations.ts';
import { sentenceOf } from './sentence.ts';

export interface FlowFilter {
  /** Null for all. */
  actor: Lane | null;
  /** Null for all. */
  about: About | null;
  onlyFailures: boolean;
  /** Words in any order, whatever their case. */
  text: string;
}

export const NO_FILTER: FlowFilter = { actor: null, about: null, onlyFailures: false, text: '' };

export type Shown = 'match' | 'context';

export function isEmpty({ actor, about, onlyFailures, text }: FlowFilter): boolean {
  return actor === null && about === null && !onlyFailures && text.trim() === '';
}

/**
 * The shown events by position. The context of a match is its request or response, all its causes, the whole SCA around each of these,
 * and the heading above it.
 */
export function filtered(
  events: readonly FlowEvent[],
  relations: Relations,
  filter: FlowFilter,
): Map<number, Shown> {
  const shown = new Map<number, Shown>();
  const matches = events.filter(matcher(filter)).map(({ seq }) => seq);
  for (const seq of matches) shown.set(seq, 'match');
  const added = new Set<number>();
  const around = new Set<string>();
  // Grows by the events of SCAs, which have other causes.
  const waiting = [...matches];
  for (const seq of waiting)
    for (const one of addedWithCauses({ shown, relations, added }, seq)) {
      const sca = relations.scaOf(one);
      if (sca === null || around.has(sca)) continue;
      // An SCA without its end would look unfinished.
      around.add(sca);
      for (const member of relations.scaEvents(sca)) waiting.push(member);
    }
  let heading: number | null = null;
  for (const event of events) {
    if (event.kind === 'note') heading = event.seq;
    else if (heading !== null && shown.has(event.seq)) {
      if (!shown.has(heading)) shown.set(heading, 'context');
      heading = null;
    }
  }
  return shown;
}

interface Adding {
  shown: Map<number, Shown>;
  relations: Relations;
  /** Events added with all their causes: a log may be one long chain of causes. */
  added: Set<number>;
}

/** Adds an event, its response and its causes, up to a visited one. @returns the event and its causes */
function addedWithCauses({ shown, relations, added }: Adding, seq: number): number[] {
  const found: number[] = [];
  for (let next: number | null = seq; next !== null && !added.has(next);) {
    const event = relations.get(next);
    // The log may start after the cause.
    if (event === undefined) break;
    added.add(next);
    found.push(next);
    if (!shown.has(next)) shown.set(next, 'context');
    const response = relations.responseOf(next);
    if (response !== undefined && !shown.has(response)) shown.set(response, 'context');
    next = event.cause;
  }
  return found;
}

function matcher({ actor, about, onlyFailures, text }: FlowFilter): (event: FlowEvent) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (event) =>
    (actor === null || actorOf(event) === actor) &&
    (about === null || isAbout(event, about)) &&
    (!onlyFailures || isFailure(event)) &&
    (words.length === 0 || hasAll(searchText(event), words));
}

/** The actor, or the receiver of a response; null for notes. */
function actorOf(event: FlowEvent): Lane | null {
  switch (event.kind) {
    case 'request':
      return event.from;
    case 'response':
      return event.to;
    case 'opened':
      return 'tpp';
    case 'callback':
    case 'decision':
      return 'psu';
    case 'step':
    case 'batch':
    case 'clock':
    case 'operator':
    case 'reset':
      return 'bank';
    case 'note':
    case 'rewound':
      return null;
  }
}

function isAbout(event: FlowEvent, { subject, id }: About): boolean {
  return event.about.some((one) => one.subject === subject && one.id === id);
}

function searchText(event: FlowEvent): string {
  return [
    sentenceOf(event),
    event.environment ?? '',
    'title' in event ? event.title : '',
    'code' in event ? (event.code ?? '') : '',
    'tpp' in event ? (event.tpp ?? '') : '',
    ...event.about.map(({ id }) => id),
  ]
    .join('\n')
    .toLowerCase();
}

const hasAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));
