/** The signing proxy: other programs send it requests without a signature, and it signs them and sends them on. */
import { z } from 'zod';

const nothing = z.object({});

/** The header in which a program shows the proxy its token. */
export const PROXY_TOKEN_HEADER = 'X-Proxy-Token';

const origin = z
  .string()
  .trim()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
    'An origin is a scheme, a host and, if it is not the usual one, a port, with nothing after it: http://localhost:8080.',
  );

const proxySchema = z.object({
  /** Id of the environment that it sends from, and its name. */
  environment: z.string(),
  name: z.string(),
  /** For example `http://127.0.0.1:49152`, without the token. */
  address: z.string(),
  token: z.string(),
  /** The one origin whose pages may use it; null for none. */
  origin: z.string().nullable(),
});
export type ProxyView = z.infer<typeof proxySchema>;

export const PROXY_METHODS = {
  /** Null while it is off. */
  'proxy.read': { by: 'screen', input: nothing, output: z.object({ proxy: proxySchema.nullable() }) },
  /**
   * Switches it on, or to another environment. `port` is the one of the last time, or any, unless it is given: then another one
   * is never taken in its place.
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
  /** Aborts what is under way. */
  'proxy.stop': { by: 'person', input: nothing, output: nothing },
  /** From now on only a new token is accepted. */
  'proxy.renewToken': { by: 'person', input: nothing, output: nothing },
} as const;
