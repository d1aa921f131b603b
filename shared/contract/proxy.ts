/** The signing proxy, which signs and forwards requests of other programs. */
import { z } from 'zod';

const nothing = z.object({});

const origin = z
  .string()
  .trim()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
    'An origin is a scheme, a host and, if it is not the usual one, a port, with nothing after it: http://localhost:8080.',
  );

const proxySchema = z.object({
  /** Id of its environment. */
  environment: z.string(),
  name: z.string(),
  /** For example `http://127.0.0.1:49152`, without the token. */
  address: z.string(),
  token: z.string(),
  /** Origin of the pages that may use it; null for none. */
  origin: z.string().nullable(),
});
export type ProxyView = z.infer<typeof proxySchema>;

export const PROXY_METHODS = {
  /** Null while it is off. */
  'proxy.read': { by: 'screen', input: nothing, output: z.object({ proxy: proxySchema.nullable() }) },
  /**
   * Switches it on, or to another environment. A given port is never replaced by another one; otherwise the last one or any free one is
   * used.
   */
  'proxy.start': {
    by: 'person',
    input: z.object({
      environment: z.string(),
      origin: origin.nullable(),
      port: z.int().min(0).max(65_535).optional(),
    }),
    output: z.object({ proxy: proxySchema }),
  },
  /** Aborts its requests. */
  'proxy.stop': { by: 'person', input: nothing, output: nothing },
  /** Replaces the token. */
  'proxy.renewToken': { by: 'person', input: nothing, output: nothing },
} as const;
