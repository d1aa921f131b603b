/** The renderer's client of the contract over a transport of plain values. */
import { type Envelope, type Failure, HostError } from './envelope.ts';
import type { EventName, Input, MethodName, Output, Payload } from './methods.ts';

/** Electron's preload, or the browser host's HTTP. */
export interface Transport {
  invoke: (method: string, input: unknown) => Promise<unknown>;
  /** @returns a function that ends the subscription */
  subscribe: (listener: (event: string, payload: unknown) => void) => () => void;
}

export interface HostClient {
  /** @throws HostError with a kind and a message */
  call: <M extends MethodName>(method: M, input: Input<M>) => Promise<Output<M>>;
  on: <E extends EventName>(event: E, listener: (payload: Payload<E>) => void) => () => void;
}

/** The main process has checked the outputs against the schemas. */
export function hostClient(transport: Transport): HostClient {
  return {
    async call<M extends MethodName>(method: M, input: Input<M>) {
      const envelope = (await transport.invoke(method, input)) as Envelope<Output<M>>;
      if (!envelope.ok) throw errorOf(envelope.error);
      return envelope.value;
    },
    on<E extends EventName>(event: E, listener: (payload: Payload<E>) => void) {
      return transport.subscribe((name, payload) => {
        if (name === event) listener(payload as Payload<E>);
      });
    },
  };
}

function errorOf({ kind, message, missing }: Failure): HostError {
  return new HostError(kind, message, missing);
}
