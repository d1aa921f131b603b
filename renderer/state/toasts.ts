/** What is told of things that happened elsewhere than where the person is, for a while. */
import { create } from 'zustand';
import type { PlaceId } from '../../shared/texts/texts.ts';
import { useFrame } from './frame.ts';

export interface Toast {
  id: number;
  tone: 'ok' | 'warn' | 'bad';
  text: string;
  /** Where it happened: who goes there has seen it. */
  place: PlaceId;
  /** Goes to what happened. */
  show: () => void;
}

interface ToastStore {
  /** The newest last. */
  toasts: readonly Toast[];
  tell: (toast: Omit<Toast, 'id'>) => void;
  drop: (id: number) => void;
}

/** More would hide the window; the oldest go. */
const MOST = 3;

export const useToasts = create<ToastStore>((set, get) => {
  let last = 0;
  return {
    toasts: [],
    tell: (toast) => set({ toasts: [...get().toasts, { ...toast, id: ++last }].slice(-MOST) }),
    drop: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  };
});

useFrame.subscribe(({ place }, before) => {
  if (place === before.place) return;
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: toasts.filter((toast) => toast.place !== place) });
});
