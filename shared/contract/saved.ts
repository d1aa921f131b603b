/** The collections that come with the program. */
import { z } from 'zod';

export const shippedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** A sentence on what it shows. */
  about: z.string(),
});
export type Shipped = z.infer<typeof shippedSchema>;
