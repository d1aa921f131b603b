/** Who stands at the lanes of the diagram, in the window and on paper. */
import type { Diagram } from '../../shared/flow/diagram.ts';
import { laneNames } from '../../shared/flow/lane-names.ts';
import { useStatus } from './status.ts';

export function useLaneNames(diagram: Diagram): ReturnType<typeof laneNames> {
  const status = useStatus((store) => store.status);
  const named = laneNames(diagram.events);
  // Who acts now, where the events do not say it.
  const isOwn = diagram.events.every(
    (event) => event.kind !== 'request' || event.exchange !== null || event.from === 'psu',
  );
  const inUse = status?.environment;
  const address = inUse?.baseUrl.replace(/^https?:\/\//, '').replace(/\/.*$/, '') ?? '';
  return {
    tpp: isOwn ? (status?.certificate.name ?? '') : named.tpp,
    psu: named.psu === '' ? (status?.persona?.name ?? '') : named.psu,
    // The address of the bank in use would be wrong for requests to another one.
    bank: named.bank === '' || named.bank === inUse?.name ? address : named.bank,
  };
}
