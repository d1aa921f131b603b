/** The sequence diagram with who stands at its lanes, in the Flow view and beside the step of a presentation. */
import { useFlow } from '../../state/flow.ts';
import { useLaneNames } from '../../state/flow-lanes.ts';
import { DiagramView } from './diagram-view.tsx';

/** @param zoom 1 is the size in which the rest of the window is drawn */
export function FlowDiagram({ zoom }: { zoom: number }) {
  const names = useLaneNames(useFlow((store) => store.diagram));
  return <DiagramView names={names} zoom={zoom} />;
}
