/** What a stage needs: a remote control that always plays, letters as shortcuts, and the whole screen. */
import { type RefObject, useEffect } from 'react';
import { ownValue } from '../../../shared/own-value.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { ARROWS, isModified, isOfPlaying, play, type Press } from './playing.ts';

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
