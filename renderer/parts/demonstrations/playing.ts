/** Playing with keys, and what a step points at. */
import { useEffect, type RefObject } from 'react';
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

/** Where arrow keys move the caret, and letters are written. */
const TYPED = ['input', 'textarea', '[contenteditable="true"]'].join(',');

function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPED) !== null;
}

/** The keys that a remote control for presentations sends. */
const REMOTE: Readonly<Record<string, Press>> = { PageDown: 'next', PageUp: 'back' };
const STAGE: typeof REMOTE = { ...ARROWS, ...REMOTE };

/**
 * → and ←, Page Down and Page Up play the next part and the one before, wherever the focus is: a remote control that is dead because
 * something was pointed at with the mouse looks broken. Only a field keeps the arrows. Any other key stops what plays by itself.
 * @param room the dialog that is presented, unless it is the page: keys of another dialog belong to that one
 */
export function useRemoteKeys(isOn: boolean, room?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const key = (event: KeyboardEvent) => {
      const dialog = event.target instanceof Element ? event.target.closest('dialog') : null;
      if (dialog !== null && dialog !== room?.current) return;
      const press = isModified(event) ? undefined : ownValue(isTyped(event) ? REMOTE : STAGE, event.key);
      if (press !== undefined || !isOfPlaying(event)) useDemonstrations.getState().pause();
      if (press === undefined) return;
      // Before the diagram, or whatever else has the focus, takes it.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) play(press);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [isOn, room]);
}

/** What letters do, wherever the focus is. @param acts by the letter, as a capital */
export function useLetters(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event;
      if (!ctrlKey && !metaKey && !altKey && !isTyped(event)) ownValue(acts, event.key.toUpperCase())?.();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  });
}

const PRESSES = ['keydown', 'click'];
const nowhere = () => undefined;

/** Who leaves the full screen leaves the presentation, or the exchange that is open in it: Escape leaves it before any key reaches the page. */
export function useFullScreen(): void {
  useEffect(() => {
    /** Whether it is to be filled again at the next press: only a press may. */
    let isLeft = false;
    const left = () => {
      if (document.fullscreenElement !== null) return;
      const { exchange, openExchange, present } = useDemonstrations.getState();
      isLeft = exchange !== null;
      if (isLeft) openExchange(null);
      else present(false);
    };
    const pressed = (event: Event) => {
      if (!isLeft || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
      isLeft = false;
      document.documentElement.requestFullscreen().catch(nowhere);
    };
    document.addEventListener('fullscreenchange', left);
    for (const kind of PRESSES) window.addEventListener(kind, pressed, true);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      for (const kind of PRESSES) window.removeEventListener(kind, pressed, true);
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(nowhere);
    };
  }, []);
}
