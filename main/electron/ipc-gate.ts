/** The only IPC gate. A call is answered only if it comes from the top frame of the renderer's own origin. */
import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { EventName, Payload } from '../../shared/contract/methods.ts';
import type { WindowCommand } from '../../shared/contract/window-commands.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Dispatch } from '../core/dispatch.ts';
import type { Workbench } from '../core/services.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts';
import { APP_ORIGIN } from './protocol.ts';
import { onBehalfOf } from './windows.ts';

/** Answers the calls of pages; those that come before the workbench is ready wait for it. */
export function installIpcGate(starting: Promise<{ dispatch: Dispatch }>): void {
  ipcMain.handle(CALL_CHANNEL, async (event, method: unknown, input: unknown): Promise<Envelope<unknown>> => {
    if (!isOurTopFrame(event)) {
      return {
        ok: false,
        error: { kind: 'refused', message: texts.core.server.foreignFrame },
      };
    }
    return onBehalfOf(BrowserWindow.fromWebContents(event.sender), async () =>
      (await starting).dispatch(String(method), input),
    );
  });
}

/** Checked at once, because the frame may be gone or show another page a moment later. */
function isOurTopFrame(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && frame.origin === APP_ORIGIN;
}

/** Sends events to every window. */
export function sendEvents(workbench: Workbench): void {
  workbench.onEvent((name, payload) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
    }
  });
}

/** Sends an event to one window. */
export function sendEvent<E extends EventName>(window: BrowserWindow, name: E, payload: Payload<E>): void {
  if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
}

/** Has a window do something, with the keyboard in its own page. */
export function sendCommand(window: BrowserWindow, command: WindowCommand): void {
  if (window.isDestroyed()) return;
  window.webContents.focus();
  sendEvent(window, 'window.command', { command });
}
