/** Opens pasted requests in tabs, with a note about what differs from the pasted text. */
import { create } from 'zustand';
import { composedOfStep } from '../../../shared/collections/request-step.ts';
import { type StepTests, testsOf } from '../../../shared/collections/step-tests.ts';
import type { Pasted, PastedRequests } from '../../../shared/interchange/pasted.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import { interchange } from '../../../shared/texts/interchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useStatus } from '../status.ts';
import { edit, editTests } from './editing.ts';
import { openRequest } from './opening.ts';
import { activeTab } from './store.ts';

const t = texts.requests.pasting;

/** One of the two requests that a pasted one can become, and the note about it. */
export interface Reading {
  request: KnownRequest | null;
  text: string;
}

interface PastedNote {
  tab: string;
  isNothing: boolean;
  /** To be signed by the workbench. */
  anew: Reading;
  /** With the pasted signature, if there is one. */
  asSigned: Reading | null;
}

export const usePasting = create<{ note: PastedNote | null }>(() => ({ note: null }));

/** Opens each request in a new tab, to be signed by the workbench. @param from its source, as a phrase */
export function openPasted(pasted: Pasted, from: string = t.kinds[pasted.kind]): void {
  for (const { request, tests } of requestsOf(pasted)) openRequest(request, tests);
  setNote(pasted, requestsOf(pasted).length - 1, from);
}

/** Replaces the active request by the first one, which can be undone, and opens the others. Each keeps its signature. */
export function replaceByPasted(pasted: Pasted): void {
  const [first, ...others] = requestsOf(pasted.asSigned ?? pasted);
  if (first !== undefined) {
    edit('pasted', { ...first.request });
    editTests('pasted', first.tests);
  }
  setNote(pasted, 0, t.kinds[pasted.kind]);
  for (const { request, tests } of others) openRequest(request, tests);
}

/** Switches the tab to the other reading. */
export function switchReading({ request }: Reading): void {
  if (request !== null) edit('pasted', { ...request });
}

function requestsOf({ steps }: PastedRequests): { request: KnownRequest; tests: StepTests }[] {
  return steps.flatMap((step) => {
    const request = step.request && composedOfStep(step.request);
    return request !== undefined && isKnown(request) ? [{ request, tests: testsOf(step) }] : [];
  });
}

/** @param at index of the request in the active tab */
function setNote({ asSigned, ...anew }: Pasted, at: number, from: string): void {
  const { baseUrl = '' } = useStatus.getState().status?.environment ?? {};
  const toSameBank = interchange.goesTo.base(URL.parse(baseUrl)?.origin ?? '');
  const reading = (all: PastedRequests, more: readonly string[] = []): Reading => ({
    request: requestsOf(all)[at]?.request ?? null,
    text: [
      all.steps.length === 0 ? t.nothing : t.read(from),
      ...more,
      ...all.notes.filter((note) => note !== toSameBank),
    ].join(' '),
  });
  const isSigned = asSigned !== null && hasSignature(requestsOf(asSigned)[at]?.request);
  usePasting.setState({
    note: {
      tab: activeTab().id,
      isNothing: anew.steps.length === 0,
      anew: reading(anew),
      asSigned: isSigned ? reading(asSigned, [t.asSigned]) : null,
    },
  });
}

function hasSignature(request: KnownRequest | undefined): boolean {
  return (request?.headers['signature'] ?? '') !== '';
}

/** The reading that the tab's request is now; null if it has been changed to neither. */
export function readingOf({ asSigned }: PastedNote, signature: string): 'anew' | 'asSigned' | null {
  if (signature === '') return 'anew';
  return asSigned?.request?.headers['signature'] === signature ? 'asSigned' : null;
}
