/** Reads parts of the stored body of an exchange; the results are those of `BodyView`. */
import { z } from 'zod';

const mode = z.enum(['pretty', 'raw', 'hex']);
/** The id of an exchange in the history. */
const id = z.string();
const count = z.number().int().min(0).max(1000);
const position = z.number().int().min(0);

const line = z.object({ text: z.string(), depth: z.number(), opens: z.boolean(), cut: z.boolean() });
const node = z.object({
  offset: z.number(),
  name: z.string().nullable(),
  index: z.number(),
  kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  text: z.string(),
  opens: z.boolean(),
});

export const BODY_METHODS = {
  'body.lines': {
    by: 'screen',
    input: z.object({ id, mode, from: position, count }),
    output: z.object({ lines: z.array(line), total: z.number(), complete: z.boolean(), indexed: z.number() }),
  },
  'body.closing': {
    by: 'person',
    input: z.object({ id, line: position }),
    output: z.object({ line: z.number() }),
  },
  'body.search': {
    by: 'screen',
    input: z.object({ id, mode, text: z.string().max(1000) }),
    output: z.object({ lines: z.array(z.number()), more: z.boolean() }),
  },
  /** Offers the whole body as a file, without its secrets. @returns the id of a download */
  'body.save': { by: 'person', input: z.object({ id }), output: z.object({ download: z.string() }) },
  'body.root': { by: 'screen', input: z.object({ id }), output: node },
  'body.members': {
    by: 'screen',
    input: z.object({ id, offset: position, from: position, count }),
    output: z.object({ nodes: z.array(node), total: z.number() }),
  },
  'body.query': {
    by: 'person',
    input: z.object({ id, path: z.string().max(4000) }),
    output: z.object({
      matches: z.array(z.object({ path: z.string(), text: z.string() })),
      total: z.number(),
      problem: z.string().nullable(),
    }),
  },
} as const;
