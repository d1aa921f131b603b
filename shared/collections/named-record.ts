/** Records whose names are those of files and folders. */
import { z } from 'zod';

const anyRecord = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** Like `z.record`, but it keeps a member called `__proto__`, which zod leaves out: a step may have that name. */
export function namedRecord<Value>(schema: z.ZodType<Value>) {
  return anyRecord.transform((record, context): Record<string, Value> => {
    const entries: [string, Value][] = [];
    for (const [name, value] of Object.entries(record)) {
      const read = schema.safeParse(value);
      if (read.success) entries.push([name, read.data]);
      else {
        const [issue] = read.error.issues;
        context.addIssue({
          code: 'custom',
          path: [name, ...(issue?.path ?? [])],
          message: issue?.message ?? '',
        });
        break;
      }
    }
    return Object.fromEntries(entries);
  });
}
