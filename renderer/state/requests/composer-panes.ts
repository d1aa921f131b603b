/** Panes of the composer that a command opens, perhaps before the composer is shown. */
import { create } from 'zustand';
import { useFrame } from '../frame.ts';
import { closeInterchange } from './interchange.ts';
import { showItem } from './tree.ts';

interface ComposerPanes {
  asCode: boolean;
  /** Whether the request is to be saved; false once the composer does. */
  saves: boolean;
}

export const useComposerPanes = create<ComposerPanes>()(() => ({ asCode: false, saves: false }));

/** Shows the active request with that pane. */
export function showPane(pane: 'save' | 'code'): void {
  useFrame.getState().go('requests');
  closeInterchange();
  showItem(null);
  useComposerPanes.setState(pane === 'code' ? { asCode: true } : { saves: true });
}
