/** The diagram, and beside it the demonstrations unless they are hidden. */
import { DemonstrationPane } from '../../parts/demonstrations/demonstration-pane.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { FlowPlace } from './flow-place.tsx';
import { PresentedDiagram } from './presented-diagram.tsx';
import { PresentedExchange } from './presented-exchange.tsx';

export function FlowBesideDemonstration() {
  const isShown = useDemonstrations((store) => store.isShown);
  if (!isShown) return <FlowPlace />;
  return (
    <FlowPlace
      aside={<DemonstrationPane diagram={<PresentedDiagram />} exchange={<PresentedExchange />} />}
    />
  );
}
