/** Why files that the person has opened or dropped could not be opened, until they close it. */
import { create } from 'zustand';

interface UnopenedStore {
  /** Sentences. */
  problems: readonly string[];
  report: (more: readonly string[]) => void;
  close: () => void;
}

export const useUnopened = create<UnopenedStore>((set, get) => ({
  problems: [],
  report: (more) => {
    if (more.length > 0) set({ problems: [...new Set([...get().problems, ...more])] });
  },
  close: () => set({ problems: [] }),
}));
