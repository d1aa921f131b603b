/** What is pasted becomes requests in tabs, and a sentence says what is different from what was pasted. */
import { create } from 'zustand';
import { composedOfStep } from '../../../shared/collection/request-step.ts';
import { type StepTests, testsOf } from '../../../shared/collection/step-tests.ts';
import type { Pasted } from '../../../shared/interchange/pasted.ts';
import { isKnown, type KnownRequest } from '../../../shared/request/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { edit, editTests } from './editing.ts';
import { openRequest } from './opening.ts';
import { activeTab } from './store.ts';

const t = texts.requests.pasting;

/** What became of what was pasted last, for the tab with this id. */
export const usePasting = create<{ said: { tab: string; text: string; isNothing: boolean } | null }>(() => ({
  said: null,
}));

/** Opens each request in a tab of its own. */
export function openPasted(pasted: Pasted): void {
  for (const { request, tests } of requestsOf(pasted)) openRequest(request, tests);
  say(pasted);
}

/** Puts the first request in the place of the active one, which undo brings back, and opens the others. */
export function replaceByPasted(pasted: Pasted): void {
  const [first, ...others] = requestsOf(pasted);
  if (first !== undefined) {
    edit('pasted', { ...first.request });
    editTests('pasted', first.tests);
  }
  say(pasted);
  for (const { request, tests } of others) openRequest(request, tests);
}

function requestsOf({ steps }: Pasted): { request: KnownRequest; tests: StepTests }[] {
  return steps.flatMap((step) => {
    const request = step.request && composedOfStep(step.request);
    return request !== undefined && isKnown(request) ? [{ request, tests: testsOf(step) }] : [];
  });
}

function say({ kind, steps, notes }: Pasted): void {
  const text = [steps.length === 0 ? t.nothing : t.read(t.kinds[kind]), ...notes].join(' ');
  usePasting.setState({ said: { tab: activeTab().id, text, isNothing: steps.length === 0 } });
}
