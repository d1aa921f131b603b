/** The only IPC gate. A call is answered only if it comes from the top frame of the renderer's own origin. */
import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron';
import type { Envelope } from '../../shared/contract/envelope.ts';
import { texts } from '../../shared/texts/texts.ts';
import type { Dispatch } from '../core/dispatch.ts';
import type { Workbench } from '../core/workbench.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts';
import { APP_ORIGIN } from './protocol.ts';

export function installIpcGate(dispatch: Dispatch): void {
  ipcMain.handle(CALL_CHANNEL, async (event, method: unknown, input: unknown): Promise<Envelope<unknown>> => {
    if (!isOurTopFrame(event)) {
      return {
        ok: false,
        error: { kind: 'refused', message: texts.core.server.foreignFrame },
      };
    }
    return dispatch(String(method), input);
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
