/** Notices about events outside the active view: temporary, unless something went wrong. */
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
/** Only the latest is shown, so that more of them cover nothing. */
const MOST_ERRORS = 20;

/** Whether it stays until somebody has seen it. */
export function isError({ tone }: Toast): boolean {
  return tone === 'bad';
}

function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  const kept = new Set([
    ...toasts.filter((toast) => !isError(toast)).slice(-MOST),
    ...toasts.filter(isError).slice(-MOST_ERRORS),
  ]);
  return toasts.filter((toast) => kept.has(toast));
}

export const useToasts = create<ToastStore>((set, get) => {
  let last = 0;
  return {
    toasts: [],
    tell: (toast) => set({ toasts: withoutOldest([...get().toasts, { ...toast, id: ++last }]) }),
    drop: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  };
});

useFrame.subscribe(({ place }, before) => {
  if (place === before.place) return;
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: toasts.filter((toast) => toast.place !== place) });
});
