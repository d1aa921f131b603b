/** The open windows of the workbench by id, without those of the presenter and the PSU. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BaseWindow, BrowserWindow } from 'electron';

/** In the order of their last use. */
const windows = new Map<string, BrowserWindow>();
const asking = new AsyncLocalStorage<BrowserWindow>();

export function addWindow(id: string, window: BrowserWindow): void {
  windows.set(id, window);
  window.on('focus', () => {
    // This event may arrive after the window was hidden again.
    if (!window.isVisible()) return;
    windows.delete(id);
    windows.set(id, window);
  });
  window.on('closed', () => windows.delete(id));
}

/** Null for a window that is not the workbench's. */
export function idOf(window: BaseWindow | null | undefined): string | null {
  return [...windows].find(([, one]) => one === window)?.[0] ?? null;
}

export function isWorkbench(window: BaseWindow | null | undefined): window is BrowserWindow {
  return idOf(window) !== null;
}

/** Null if all are closed. */
export function lastUsed(): BrowserWindow | null {
  return [...windows.values()].at(-1) ?? null;
}

/** Attributes what a call opens to the window whose page made the call. */
export function onBehalfOf<T>(window: BrowserWindow | null, answer: () => T): T {
  return isWorkbench(window) ? asking.run(window, answer) : answer();
}

/** The window whose page made the current call, otherwise the one used last. Null if all are closed. */
export function askingWindow(): BrowserWindow | null {
  const window = asking.getStore();
  return isWorkbench(window) ? window : lastUsed();
}
