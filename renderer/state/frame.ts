/** Which view is shown, and whether something is shown over it. */
import { create } from 'zustand';
import type { PlaceId } from '../../shared/texts/texts.ts';

interface FrameStore {
  place: PlaceId;
  /** Whether a dialog covers the view. The PSU's embedded page, which would cover the dialog, is hidden meanwhile. */
  isCovered: boolean;
  go: (place: PlaceId) => void;
}

export const useFrame = create<FrameStore>((set) => ({
  place: 'start',
  isCovered: false,
  go: (place) => set({ place }),
}));
