/** The signing proxy. */
import { create } from 'zustand';
import type { Input } from '../../shared/contract/methods.ts';
import type { ProxyView } from '../../shared/contract/proxy.ts';
import { host } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { coalesced } from './coalesce.ts';

type Action = 'proxy.start' | 'proxy.stop' | 'proxy.renewToken';

interface ProxyStore {
  /** Null while it is off, and until it has been read. */
  proxy: ProxyView | null;
  problem: string | null;
  /** Its panel is to be brought into sight. */
  isWanted: boolean;
  load: () => Promise<void>;
  /** The page hears of the change like every other one. */
  perform: <M extends Action>(method: M, input: Input<M>) => Promise<void>;
}

export const useProxy = create<ProxyStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    proxy: null,
    problem: null,
    isWanted: false,
    load: coalesced(() => read(async () => set(await host.call('proxy.read', {})))),
    perform: (method, input) => attempt(() => host.call(method, input)),
  };
});
