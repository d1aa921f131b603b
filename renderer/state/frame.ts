/** Which view is shown. */
import { create } from 'zustand';
import type { PlaceId } from '../../shared/texts/texts.ts';

interface FrameStore {
  place: PlaceId;
  go: (place: PlaceId) => void;
}

export const useFrame = create<FrameStore>((set) => ({ place: 'start', go: (place) => set({ place }) }));
