/** The sequence diagram with who stands at its lanes, in the Flow view and beside the step of a presentation. */
import { laneNames } from '../../../shared/flow/lane-names.ts';
import { useFlow } from '../../state/flow.ts';
import { useStatus } from '../../state/status.ts';
import { DiagramView } from './diagram-view.tsx';

/** @param zoom 1 is the size in which the rest of the window is drawn */
export function FlowDiagram({ zoom }: { zoom: number }) {
  const diagram = useFlow((store) => store.diagram);
  const status = useStatus((store) => store.status);
  const named = laneNames(diagram.events);
  // Who acts now, where the events do not say it.
  const isOwn = diagram.events.every(
    (event) => event.kind !== 'request' || event.exchange !== null || event.from === 'psu',
  );
  const inUse = status?.environment;
  const address = inUse?.baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '') ?? '';
  const names = {
    tpp: isOwn ? (status?.certificate.name ?? '') : named.tpp,
    psu: named.psu === '' ? (status?.persona?.name ?? '') : named.psu,
    // The address of the bank in use would be wrong for requests to another one.
    bank: named.bank === '' || named.bank === inUse?.name ? address : named.bank,
  };
  return <DiagramView names={names} zoom={zoom} />;
}
