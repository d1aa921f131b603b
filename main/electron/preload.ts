/** The preload: exposes the transport of the host contract, and nothing else. Bundled to one CommonJS file. */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Transport } from '../../shared/contract/client.ts';
import { CALL_CHANNEL, EVENT_CHANNEL } from './channels.ts';

const transport: Transport = {
  invoke: (method, input) => ipcRenderer.invoke(CALL_CHANNEL, method, input) as Promise<unknown>,
  subscribe: (listener) => {
    const forward = (_event: IpcRendererEvent, name: string, payload: unknown) => listener(name, payload);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => ipcRenderer.off(EVENT_CHANNEL, forward);
  },
};

contextBridge.exposeInMainWorld('tppHost', transport);
