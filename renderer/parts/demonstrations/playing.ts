/** Playing with keys, and what a step points at. */
import { useEffect } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFlow } from '../../state/flow.ts';

/** Where arrow keys have a meaning of their own. */
const TAKEN = [
  'input',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['grid', 'separator', 'tablist', 'listbox', 'tree', 'application', 'menu'].map(
    (role) => `[role="${role}"]`,
  ),
].join(',');

export type Press = 'back' | 'next';

export const ARROWS: Readonly<Record<string, Press>> = { ArrowRight: 'next', ArrowLeft: 'back' };

/** → and ← play the next part and the one before, and any other key stops what plays by itself. */
export function useStepKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const key = (event: KeyboardEvent) => {
      if (!isOfPlaying(event)) useDemonstrations.getState().pause();
      const press = ownValue(ARROWS, event.key);
      if (press === undefined || event.defaultPrevented || event.repeat || isModified(event)) return;
      if (event.target instanceof Element && event.target.closest(TAKEN) !== null) return;
      event.preventDefault();
      play(press);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [isOn]);
}

export function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Unless something is being played. */
export function play(press: Press): void {
  const { state, next, back } = useDemonstrations.getState();
  if (!state.busy) void (press === 'next' ? next() : back());
}

/** Keys that only change what another one does. */
const MODIFIER = /^(?:Alt|Control|Meta|Shift)$/;
/** What Enter and the space bar press. */
const PRESSED = ['button', 'select'].join(',');

/** Whether a key belongs to a control, such as the one that plays and pauses, or only changes what another key does. */
export function isOfPlaying({ target, key }: KeyboardEvent): boolean {
  if (MODIFIER.test(key)) return true;
  if (!(target instanceof Element)) return false;
  const presses = key === 'Enter' || key === ' ';
  return target.closest(presses ? PRESSED : 'select') !== null;
}

/**
 * Selects the event that a step points at, once. Who selects another one keeps that. Until there is one, it is the latest of the step: what an
 * earlier step pointed at says nothing about this one.
 */
export function usePointing(playing: Playing | null): void {
  const { diagram, select } = useFlow();
  const busy = useDemonstrations(({ state }) => state.busy);
  const found = playing === null ? null : pointedAt(playing, diagram.events, busy);
  useEffect(() => {
    if (found !== null) select(found);
  }, [found, select]);
}

/** @param busy the step is being played, and has more to come */
function pointedAt(
  { shown, since, part, parts, changed }: Playing,
  events: readonly FlowEvent[],
  busy: boolean,
): number | null {
  const wanted = part + 1 < parts ? undefined : shown.look?.event;
  const meant = events.findLast(({ kind, seq }) => kind === wanted && seq > since);
  if (meant !== undefined) return meant.seq;
  return busy || changed ? null : (events.findLast(({ seq }) => seq > since)?.seq ?? null);
}
