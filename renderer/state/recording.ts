/** The recording of a collection. */
import { create } from 'zustand';
import type { RecordingView } from '../../shared/contract/saved.ts';
import { texts } from '../../shared/texts/texts.ts';
import { host } from '../host.ts';
import { attemptIn, readIn } from './attempt.ts';
import { useBank, takeSnapshotFirst } from './bank.ts';
import { coalesced } from './coalesce.ts';
import { useSaved } from './requests/saved.ts';
import { plainPath } from './requests/tree.ts';
import { useFrame } from './frame.ts';
import { useToasts } from './toasts.ts';

const t = texts.recording;

interface RecordingStore extends RecordingView {
  problem: string | null;
  /** Whether the form for a new recording is shown. */
  asks: boolean;
  load: () => Promise<void>;
  /** @param keep whether a snapshot is taken before a reset */
  start: (reset: boolean, keep: boolean) => Promise<void>;
  stop: () => Promise<void>;
  discard: () => Promise<void>;
  save: (name: string) => Promise<void>;
}

export const useRecording = create<RecordingStore>((set, get) => {
  const attempt = attemptIn(set);
  const read = readIn(set, get);
  return {
    state: 'idle',
    steps: [],
    secret: [],
    problem: null,
    asks: false,
    load: coalesced(() => read(async () => set(await host.call('recording.read', {})))),
    start: (reset, keep) =>
      attempt(async () => {
        if (reset && keep) await takeSnapshotFirst(t.before);
        await host.call('recording.start', { reset });
        // The notice was about the earlier data.
        if (reset) useBank.setState({ notice: null });
      }),
    stop: () => attempt(() => host.call('recording.stop', {})),
    discard: () => attempt(() => host.call('recording.discard', {})),
    save: (name) =>
      attempt(async () => {
        const { path } = await host.call('recording.save', { name });
        await useSaved.getState().load();
        const show = () => useFrame.getState().go('runs');
        useToasts.getState().tell({ tone: 'ok', text: t.saved(plainPath(path)), place: 'runs', show });
      }),
  };
});

host.on('recording.changed', () => void useRecording.getState().load());
