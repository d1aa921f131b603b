/** Who stands at the lanes: what an export and the head of the diagram write under their names. */
import { texts } from '../texts/texts.ts';
import type { FlowEvent } from './event.ts';
import type { Lane } from './marks.ts';
import { cutTo, plain } from './names.ts';

const t = texts.flow.lanes;

/** Longest name. */
const LONGEST = 28;

/** The only one of each, as the events name them; empty for none, and a count for several TPPs. */
export function laneNames(events: readonly FlowEvent[]): Record<Lane, string> {
  const tpps = new Set<string>();
  const psus = new Set<string>();
  const banks = new Set<string>();
  for (const event of events) {
    if (event.kind === 'request' && event.tpp !== null) tpps.add(event.tpp);
    if (event.kind === 'decision' && event.psu !== null) psus.add(event.psu);
    if (event.environment !== null) banks.add(event.environment);
  }
  const named = (names: ReadonlySet<string>) => cutTo([...names].slice(0, 3).map(plain).join(', '), LONGEST);
  return {
    tpp: tpps.size > 1 ? t.tpps(tpps.size) : named(tpps),
    psu: named(psus),
    bank: named(banks),
  };
}
