/** The event log in the contract. */
import { z } from 'zod';
import type { Labels } from '../flow/diagram.ts';
import { flowEventSchema } from '../flow/event.ts';
import { MAX_EVENT_TEXT_CHARS } from '../limits.ts';
import { LONGEST_SEARCH } from './exchange.ts';

/** Export formats. The host makes PNG and PDF from `svg` and `html`. */
export const FLOW_FORMATS = ['svg', 'mermaid', 'html', 'json'] as const;

export const FLOW_LABELS = ['human', 'wire'] as const satisfies readonly Labels[];

/** Limit of events per call. */
export const MOST_FLOW_EVENTS = 5000;

export const flowPageSchema = z.object({
  events: z.array(flowEventSchema),
  /** Positions of the oldest and newest event; 0 for an empty log. */
  first: z.int().nonnegative(),
  last: z.int().nonnegative(),
  /** Position at which the user cleared the diagram, which shows only later events. */
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
      /** Only events with this text, whatever its case; every event if left out. */
      search: z.string().max(LONGEST_SEARCH).optional(),
    }),
    output: flowPageSchema,
  },
  /** Clears the diagram, but not the log. */
  'flow.clear': { by: 'person', input: nothing, output: z.object({ since: z.int().nonnegative() }) },
  /** The events at these positions, or all since the diagram was cleared. `download` is an id that the host serves once. */
  'flow.export': {
    by: 'person',
    input: z.object({
      format: z.enum(FLOW_FORMATS),
      only: z.array(z.int().positive()).max(100_000).nullable(),
      /** See `ExportHow`. */
      how: z.object({
        labels: z.enum(FLOW_LABELS),
        title: z.string().max(MAX_EVENT_TEXT_CHARS),
        tpp: z.object({ id: z.string(), name: z.string() }).nullable(),
      }),
    }),
    output: z.object({ download: z.string() }),
  },
  /** Offers a PNG that the window drew and uploaded. */
  'flow.picture': {
    by: 'person',
    input: z.object({ file: z.string() }),
    output: z.object({ download: z.string() }),
  },
} as const;
