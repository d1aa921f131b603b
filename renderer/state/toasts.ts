/** Temporary notices about events outside the active view. */
import { create } from 'zustand';
import type { PlaceId } from '../../shared/texts/texts.ts';
import { useFrame } from './frame.ts';

export interface Toast {
  id: number;
  tone: 'ok' | 'warn' | 'bad';
  text: string;
  /** The view where it happened. Opening that view removes the toast. */
  place: PlaceId;
  /** What the button says; without it, that it shows where it happened. */
  label?: string;
  /** Shows where it happened. */
  show: () => void;
}

interface ToastStore {
  /** Newest last. */
  toasts: readonly Toast[];
  tell: (toast: Omit<Toast, 'id'>) => void;
  drop: (id: number) => void;
}

/** More would cover the window. The oldest are removed. */
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
