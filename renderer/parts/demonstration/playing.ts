/** Playing with keys, and what a step points at. */
import { useEffect } from 'react';
import type { Playing } from '../../../shared/contract/demonstrations.ts';
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

/** → and ← play the next part and the one before. */
export function useStepKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const key = (event: KeyboardEvent) => {
      const { target, key: pressed, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey || repeat) return;
      if (pressed !== 'ArrowRight' && pressed !== 'ArrowLeft') return;
      if (target instanceof Element && target.closest(TAKEN) !== null) return;
      const { state, next, back } = useDemonstrations.getState();
      event.preventDefault();
      if (state.busy) return;
      void (pressed === 'ArrowRight' ? next() : back());
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [isOn]);
}

/** Selects the event that a step points at, once. Who selects another one keeps that. */
export function usePointing(playing: Playing | null): void {
  const { diagram, select } = useFlow();
  const wanted = playing?.shown.look?.event;
  const since = playing?.since ?? 0;
  const found =
    wanted === undefined || playing === null || playing.part + 1 < playing.parts
      ? null
      : (diagram.events.findLast(({ kind, seq }) => kind === wanted && seq > since)?.seq ?? null);
  useEffect(() => {
    if (found !== null) select(found);
  }, [found, select]);
}
