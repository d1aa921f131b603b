/** Playing with keys, and what a step points at. */
import { useEffect } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
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

const ARROWS: Readonly<Record<string, 'back' | 'next'>> = { ArrowRight: 'next', ArrowLeft: 'back' };
/** With the keys that a remote control for presentations sends. */
const REMOTE: typeof ARROWS = { ...ARROWS, PageDown: 'next', PageUp: 'back' };

/**
 * → and ← play the next part and the one before, and any other key stops what plays by itself.
 * @param hasRemote Page Down and Page Up do what the arrows do, instead of scrolling
 */
export function useStepKeys(isOn: boolean, hasRemote: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const key = (event: KeyboardEvent) => {
      const { target, key: pressed, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
      const { state, next, back, pause } = useDemonstrations.getState();
      if (!isOfPlaying(event)) pause();
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || repeat) return;
      const press = (hasRemote ? REMOTE : ARROWS)[pressed];
      if (press === undefined) return;
      if (target instanceof Element && target.closest(TAKEN) !== null) return;
      event.preventDefault();
      if (state.busy) return;
      void (press === 'next' ? next() : back());
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [isOn, hasRemote]);
}

/** Keys that only change what another one does. */
const MODIFIER = /^(?:Alt|Control|Meta|Shift)$/;
/** What Enter and the space bar press. */
const PRESSED = ['button', 'select'].join(',');

/** Whether a key belongs to a control, such as the one that plays and pauses, or only changes what another key does. */
function isOfPlaying({ target, key }: KeyboardEvent): boolean {
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
