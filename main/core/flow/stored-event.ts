/** Reads a stored event. */
import { type FlowEvent, flowEventSchema } from '../../../shared/flow/event.ts';

/** @param text the row's JSON @returns null if it is damaged */
export function eventIn(text: string): FlowEvent | null {
  try {
    return flowEventSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
