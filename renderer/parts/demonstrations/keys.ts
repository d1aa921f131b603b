/** Plays with keys, selects the event of a step, and leaves the full screen. */
import { type RefObject, useEffect } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFlow } from '../../state/flow.ts';

/** Elements that use the arrow keys. */
const TAKEN = [
  'input',
  'textarea',
  'select',
  '[contenteditable="true"]',
  ...['grid', 'separator', 'tablist', 'listbox', 'tree', 'application', 'menu'].map(
    (role) => `[role="${role}"]`,
  ),
].join(',');

type Press = 'back' | 'next';

const ARROWS: Readonly<Record<string, Press>> = { ArrowRight: 'next', ArrowLeft: 'back' };

/** → and ← play the next part and the previous one; any other key stops autoplay. */
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

function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Does nothing while a part is being played. */
function play(press: Press): void {
  const { state, next, back } = useDemonstrations.getState();
  if (!state.busy) void (press === 'next' ? next() : back());
}

const MODIFIER = /^(?:Alt|Control|Meta|Shift)$/;
/** Whether a key is a modifier or belongs to a control, such as the one that plays and pauses. */
function isOfPlaying({ target, key }: KeyboardEvent): boolean {
  if (MODIFIER.test(key)) return true;
  if (!(target instanceof Element)) return false;
  const isPress = key === 'Enter' || key === ' ';
  return target.closest(isPress ? 'button,select' : 'select') !== null;
}

/** Elements in which text is typed. */
const TYPED = 'input,textarea,[contenteditable="true"]';

function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPED) !== null;
}

/** The keys that a remote control for presentations sends. */
const REMOTE: Readonly<Record<string, Press>> = { PageDown: 'next', PageUp: 'back' };
const STAGE: typeof REMOTE = { ...ARROWS, ...REMOTE };

/**
 * → and ←, Page Down and Page Up play the next part and the previous one, wherever the focus is: a remote control must still work after
 * a click. Only a field keeps the arrows. Any other key stops autoplay.
 * @param room the dialog of the presentation, if it is not the page; another dialog keeps its keys
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
      // Before the diagram, or whatever else has the focus, handles it.
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) play(press);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [isOn, room]);
}

/** Runs the action of a letter, wherever the focus is. @param acts by capital letter */
export function useLetters(acts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event;
      const act = ownValue(acts, event.key.toUpperCase());
      if (act === undefined || ctrlKey || metaKey || altKey || isTyped(event)) return;
      // A field that gets the focus must not get the letter.
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  });
}

const PRESSES = ['keydown', 'click'];

/** Leaving the full screen closes the presentation, or the menu or the exchange that is open in it: its Escape never reaches the page as a key. */
export function useFullScreen(): void {
  useEffect(() => {
    /** Whether the next press fills the screen again: browsers allow it only then. */
    let isLeft = false;
    const left = () => {
      if (document.fullscreenElement !== null) return;
      const { exchange, openExchange, present } = useDemonstrations.getState();
      const menu = document.querySelector<HTMLElement>(':popover-open');
      isLeft = menu !== null || exchange !== null;
      if (menu !== null) menu.hidePopover();
      else if (isLeft) openExchange(null);
      else present(false);
    };
    const pressed = (event: Event) => {
      if (!isLeft || (event instanceof KeyboardEvent && event.key === 'Escape')) return;
      isLeft = false;
      document.documentElement.requestFullscreen().catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', left);
    for (const kind of PRESSES) window.addEventListener(kind, pressed, true);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      for (const kind of PRESSES) window.removeEventListener(kind, pressed, true);
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}

/** Selects the event that a step points at, once; until there is one, the latest event of the step. The user may select another. */
export function useStepEvent(playing: Playing | null): void {
  const { diagram, select } = useFlow();
  const busy = useDemonstrations(({ state }) => state.busy);
  const found = playing === null ? null : eventOf(playing, diagram.events, busy);
  useEffect(() => {
    if (found !== null) select(found);
  }, [found, select]);
}

/** @param busy whether the step is still being played */
function eventOf(
  { shown, since, part, parts, changed }: Playing,
  events: readonly FlowEvent[],
  busy: boolean,
): number | null {
  const wanted = part + 1 < parts ? undefined : shown.look?.event;
  const meant = events.findLast(({ kind, seq }) => kind === wanted && seq > since);
  if (meant !== undefined) return meant.seq;
  return busy || changed ? null : (events.findLast(({ seq }) => seq > since)?.seq ?? null);
}
