/** The collections that come with the program. */
import { z } from 'zod';
import { requestNameSchema } from '../requests/request.ts';

export const shippedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A sentence on what it shows. */
  about: z.string(),
});
export type Shipped = z.infer<typeof shippedSchema>;

const recordingSchema = z.object({
  /** `stopped`: nothing more is recorded, and what was can be saved. */
  state: z.enum(['idle', 'recording', 'stopped']),
  /** What was recorded, in order. */
  steps: z.array(z.string()),
  /** Variables that stand for credentials, sorted. Their values were not recorded. */
  secret: z.array(z.string()),
});
/** Recording what a person does, as the window controls it. */
export type RecordingView = z.infer<typeof recordingSchema>;

const nothing = z.object({});

export const RECORDING_METHODS = {
  'recording.read': { by: 'screen', input: nothing, output: recordingSchema },
  /** `reset` puts the local bank back to its seed data and the real time first, as the collection will. */
  'recording.start': { by: 'person', input: z.object({ reset: z.boolean() }), output: nothing },
  'recording.stop': { by: 'person', input: nothing, output: nothing },
  'recording.discard': { by: 'person', input: nothing, output: nothing },
  /** Writes the collection. `path` is its folder. */
  'recording.save': {
    by: 'person',
    input: z.object({ name: requestNameSchema }),
    output: z.object({ path: z.string() }),
  },
} as const;
