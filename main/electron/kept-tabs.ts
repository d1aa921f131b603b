/** What becomes of the tabs of a window that is closed. */
import { app } from 'electron';
import type { Workbench } from '../core/services.ts';
import { sendEvent } from './ipc-gate.ts';
import { idOf, lastUsed } from './windows.ts';

let isEnding = false;

/** From now on, closing a window because the program ends leaves its tabs to it. */
export function noticeEnd(): void {
  app.once('before-quit', () => {
    isEnding = true;
  });
}

/** While another window is open, it gets the tabs of the closed one, so that nothing is lost. @param closed the id of a window */
export function keepTabs({ windows }: Pick<Workbench, 'windows'>, closed: string): void {
  const window = isEnding ? null : lastUsed();
  const id = idOf(window);
  if (window !== null && id !== null && windows.handOver(closed, id)) sendEvent(window, 'drafts.added', {});
}
