/** Which place is shown. */
import { create } from 'zustand';

export type Place = 'start' | 'requests' | 'bank' | 'certificates' | 'environments' | 'history' | 'settings';

interface FrameStore {
  place: Place;
  go: (place: Place) => void;
}

export const useFrame = create<FrameStore>((set) => ({ place: 'start', go: (place) => set({ place }) }));
