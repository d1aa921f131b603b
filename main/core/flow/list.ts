/** The event log of a run without a data folder, in memory. */
import type { FlowEvent, NewFlowEvent } from '../../../shared/flow/event.ts';

/** Events. */
const KEPT = 20_000;

export class FlowList {
  private list: FlowEvent[] = [];
  private seq = 0;

  add(event: NewFlowEvent, at: number = Date.now()): FlowEvent {
    const added = { ...event, seq: ++this.seq, at };
    this.list.push(added);
    if (this.list.length > 2 * KEPT) this.list = this.list.slice(-KEPT);
    return added;
  }

  get events(): readonly FlowEvent[] {
    return this.list.slice(-KEPT);
  }
}
