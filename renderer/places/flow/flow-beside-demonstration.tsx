/** The diagram, and beside it the demonstrations unless they are hidden. */
import { DemonstrationPane } from '../../parts/demonstration/demonstration-pane.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { FlowPlace } from './flow-place.tsx';
import { PresentedDiagram } from './presented-diagram.tsx';

export function FlowBesideDemonstration() {
  const isShown = useDemonstrations((store) => store.isShown);
  return isShown ? <FlowPlace aside={<DemonstrationPane diagram={<PresentedDiagram />} />} /> : <FlowPlace />;
}
