/** The only IPC gate: answers calls from the top frame of the renderer's own origin. */
import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Envelope } from '../../shared/contract/envelope.ts';
import type { EventName, Payload } from '../../shared/contract/methods.ts';
import type { WindowCommand } from '../../shared/contract/window-commands.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Dispatch } from '../core/dispatch.ts';
import type { Workbench } from '../core/services.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts';
import { APP_ORIGIN } from './protocol.ts';
import { onBehalfOf } from './window-registry.ts';

/** Calls that arrive before the workbench is ready wait for it. */
export function installIpcGate(starting: Promise<{ dispatch: Dispatch }>): void {
  ipcMain.handle(CALL_CHANNEL, async (event, method: unknown, input: unknown): Promise<Envelope<unknown>> => {
    if (!isOurTopFrame(event))
      return { ok: false, error: { kind: 'refused', message: texts.core.server.foreignFrame } };
    return onBehalfOf(BrowserWindow.fromWebContents(event.sender), async () =>
      (await starting).dispatch(String(method), input),
    );
  });
}

/** Checked synchronously: a moment later the frame may be gone or show another page. */
function isOurTopFrame(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && frame.origin === APP_ORIGIN;
}

export function sendEvents(workbench: Workbench): void {
  workbench.onEvent((name, payload) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
    }
  });
}

export function sendEvent<E extends EventName>(window: BrowserWindow, name: E, payload: Payload<E>): void {
  if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, name, payload);
}

/** Sends a command to a window and gives its page the keyboard focus. */
export function sendCommand(window: BrowserWindow, command: WindowCommand): void {
  if (window.isDestroyed()) return;
  window.webContents.focus();
  sendEvent(window, 'window.command', { command });
}
