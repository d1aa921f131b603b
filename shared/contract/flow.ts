/** The event log, as the window reads and exports it. */
import { z } from 'zod';
import { flowEventSchema } from '../flow/event.ts';
import { LONGEST_SEARCH } from './exchange.ts';

/** Formats in which the diagram leaves the workbench. PNG and PDF are made by the host from `svg` and `html`. */
export const FLOW_FORMATS = ['svg', 'mermaid', 'html', 'json'] as const;

/** Events in one answer. */
export const MOST_FLOW_EVENTS = 5000;

export const flowPageSchema = z.object({
  events: z.array(flowEventSchema),
  /** Position of the oldest event that is kept, and of the newest; 0 for an empty log. */
  first: z.int().nonnegative(),
  last: z.int().nonnegative(),
  /** The diagram shows what came after this position: the person has cleared what was before. */
  since: z.int().nonnegative(),
});

const nothing = z.object({});

export const FLOW_METHODS = {
  /** The events after a position, oldest first. */
  'flow.read': {
    by: 'screen',
    input: z.object({
      after: z.int().nonnegative(),
      limit: z.int().min(1).max(MOST_FLOW_EVENTS),
      /** Only events in which this text occurs, in capital or small letters; every event if left out. */
      search: z.string().max(LONGEST_SEARCH).optional(),
    }),
    output: flowPageSchema,
  },
  /** Starts the diagram anew. Nothing is deleted. */
  'flow.clear': { by: 'person', input: nothing, output: z.object({ since: z.int().nonnegative() }) },
  /** The events at these positions, or all since the diagram was cleared; `download` is the id under which the host offers the file, once. */
  'flow.export': {
    by: 'person',
    input: z.object({
      format: z.enum(FLOW_FORMATS),
      only: z.array(z.int().positive()).max(100_000).nullable(),
    }),
    output: z.object({ download: z.string() }),
  },
  /** Offers a PNG that the window has drawn and uploaded, under its name. */
  'flow.picture': {
    by: 'person',
    input: z.object({ file: z.string() }),
    output: z.object({ download: z.string() }),
  },
} as const;
