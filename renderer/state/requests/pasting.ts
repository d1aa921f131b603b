/** What is pasted becomes requests in tabs, and a sentence says what is different from what was pasted. */
import { create } from 'zustand';
import { composedOfStep } from '../../../shared/collections/request-step.ts';
import { type StepTests, testsOf } from '../../../shared/collections/step-tests.ts';
import type { Pasted, PastedRequests } from '../../../shared/interchange/pasted.ts';
import { isKnown, type KnownRequest } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { edit, editTests } from './editing.ts';
import { openRequest } from './opening.ts';
import { activeTab } from './store.ts';

const t = texts.requests.pasting;

/** A request that was pasted, as one of the two that it can become, and the sentences about it. */
export interface Reading {
  request: KnownRequest | null;
  text: string;
}

interface Said {
  tab: string;
  isNothing: boolean;
  /** Signed by the workbench when it is sent. */
  anew: Reading;
  /** The message that was signed, with the signature that came with it; null if none did. */
  asSigned: Reading | null;
}

/** What became of what was pasted last. */
export const usePasting = create<{ said: Said | null }>(() => ({ said: null }));

/** Opens each request in a tab of its own. The workbench signs them. */
export function openPasted(pasted: Pasted): void {
  for (const { request, tests } of requestsOf(pasted)) openRequest(request, tests);
  say(pasted, requestsOf(pasted).length - 1);
}

/**
 * Puts the first request in the place of the active one, which undo brings back, and opens the others. Each keeps the signature that came
 * with it.
 */
export function replaceByPasted(pasted: Pasted): void {
  const [first, ...others] = requestsOf(pasted.asSigned ?? pasted);
  if (first !== undefined) {
    edit('pasted', { ...first.request });
    editTests('pasted', first.tests);
  }
  say(pasted, 0);
  for (const { request, tests } of others) openRequest(request, tests);
}

/** Lets the tab have the other request that the pasted one can become. */
export function takeReading({ request }: Reading): void {
  if (request !== null) edit('pasted', { ...request });
}

function requestsOf({ steps }: PastedRequests): { request: KnownRequest; tests: StepTests }[] {
  return steps.flatMap((step) => {
    const request = step.request && composedOfStep(step.request);
    return request !== undefined && isKnown(request) ? [{ request, tests: testsOf(step) }] : [];
  });
}

/** @param at which of the requests the active tab shows */
function say({ kind, asSigned, ...anew }: Pasted, at: number): void {
  const reading = (all: PastedRequests, more: readonly string[] = []): Reading => ({
    request: requestsOf(all)[at]?.request ?? null,
    text: [all.steps.length === 0 ? t.nothing : t.read(t.kinds[kind]), ...more, ...all.notes].join(' '),
  });
  const isSigned = asSigned !== null && hasSignature(requestsOf(asSigned)[at]?.request);
  usePasting.setState({
    said: {
      tab: activeTab().id,
      isNothing: anew.steps.length === 0,
      anew: reading(anew),
      asSigned: isSigned ? reading(asSigned, [t.asSigned]) : null,
    },
  });
}

/** Whether a request brings a signature of its own. */
function hasSignature(request: KnownRequest | undefined): boolean {
  return (request?.headers['signature'] ?? '') !== '';
}

/** Which of the two the tab's request is now; null if it has become a third one, about which nothing is known. */
export function readingOf({ asSigned }: Said, signature: string): 'anew' | 'asSigned' | null {
  if (signature === '') return 'anew';
  return asSigned?.request?.headers['signature'] === signature ? 'asSigned' : null;
}
