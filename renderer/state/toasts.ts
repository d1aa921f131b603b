/** Toasts about events outside the active view. Errors stay until they are closed. */
import { create } from 'zustand';
import type { PlaceId } from '../../shared/texts/texts.ts';
import { useFrame } from './frame.ts';

export interface Toast {
  id: number;
  tone: 'ok' | 'warn' | 'bad';
  text: string;
  /** Opening this view removes the toast. */
  place: PlaceId;
  /** A later toast of this kind replaces it. */
  kind?: string;
  /** Label of the button that calls `show`. */
  label?: string;
  show: () => void;
}

interface ToastStore {
  /** Newest last. */
  toasts: readonly Toast[];
  tell: (toast: Omit<Toast, 'id'>) => void;
  drop: (id: number) => void;
}

/** More would cover the window. */
const MOST = 3;
/** Only the latest is shown. */
const MOST_ERRORS = 20;

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

function withoutKind(toasts: readonly Toast[], kind: string | undefined): readonly Toast[] {
  return kind === undefined ? toasts : toasts.filter((toast) => toast.kind !== kind);
}

export const useToasts = create<ToastStore>((set, get) => {
  let last = 0;
  return {
    toasts: [],
    tell: (toast) =>
      set({ toasts: withoutOldest([...withoutKind(get().toasts, toast.kind), { ...toast, id: ++last }]) }),
    drop: (id) => set({ toasts: get().toasts.filter((toast) => toast.id !== id) }),
  };
});

useFrame.subscribe(({ place }, before) => {
  if (place === before.place) return;
  const { toasts } = useToasts.getState();
  useToasts.setState({ toasts: toasts.filter((toast) => toast.place !== place) });
});
