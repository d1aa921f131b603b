/** The sequence diagram with who stands at its lanes, in the Flow view and beside the step of a presentation. */
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { useFlow } from '../../state/flow.ts';
import { useLaneNames } from '../../state/flow-lanes.ts';
import { DiagramView } from './diagram-view.tsx';

interface Props {
  /** 1 is the size in which the rest of the window is drawn. */
  zoom: number;
  /** Enter and a double click on an event. */
  onOpen?: (event: FlowEvent) => void;
}

export function FlowDiagram({ zoom, onOpen }: Props) {
  const names = useLaneNames(useFlow((store) => store.diagram));
  return <DiagramView names={names} zoom={zoom} onOpen={onOpen} />;
}
