/** The open windows of the workbench by their ids. Those of the presenter and of the PSU are not among them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BaseWindow, BrowserWindow } from 'electron';

/** The window used last comes last. */
const windows = new Map<string, BrowserWindow>();
const asking = new AsyncLocalStorage<BrowserWindow>();

export function addWindow(id: string, window: BrowserWindow): void {
  windows.set(id, window);
  window.on('focus', () => {
    // The system's word may come late, for a window that has been hidden since.
    if (!window.isVisible()) return;
    windows.delete(id);
    windows.set(id, window);
  });
  window.on('closed', () => windows.delete(id));
}

/** The id of a window of the workbench; null for any other. */
export function idOf(window: BaseWindow | null | undefined): string | null {
  return [...windows].find(([, one]) => one === window)?.[0] ?? null;
}

/** Whether a window is one of the workbench, with tabs and views. */
export function isWorkbench(window: BaseWindow | null | undefined): window is BrowserWindow {
  return idOf(window) !== null;
}

/** The window that the user used last; null if all are closed. */
export function lastUsed(): BrowserWindow | null {
  return [...windows.values()].at(-1) ?? null;
}

/** Answers a call of a window's page: what it opens belongs to that window. */
export function onBehalfOf<T>(window: BrowserWindow | null, answer: () => T): T {
  return isWorkbench(window) ? asking.run(window, answer) : answer();
}

/** The window whose page has called; for what no page has called for, the one used last. Null if all are closed. */
export function askingWindow(): BrowserWindow | null {
  const window = asking.getStore();
  return isWorkbench(window) ? window : lastUsed();
}
