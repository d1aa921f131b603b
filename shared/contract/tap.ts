/** The tap, which passes the requests of another client on to a bank and verifies them. */
import { z } from 'zod';

const nothing = z.object({});

const tapOperation = z.object({
  /** Id in the OpenAPI document of the environment, otherwise in the catalogue; null for another path. */
  operation: z.string().nullable(),
  /** Title of the operation, or the path. */
  title: z.string(),
  method: z.string(),
  /** How many had a right signature, even if the bank refused them for another reason. */
  passed: z.number(),
  failed: z.number(),
  /** Why the last one that failed did; null if all passed. */
  cause: z.string().nullable(),
  /** Id in the history of the last one that failed, or of the last one; null if the tap did not pass it on. */
  exchange: z.string().nullable(),
  /** Its X-Request-ID, or null. */
  requestId: z.string().nullable(),
});
export type TapOperation = z.infer<typeof tapOperation>;

const tapSchema = z.object({
  /** Id of its environment. */
  environment: z.string(),
  name: z.string(),
  /** The base URL for the client: that of the bank, on this machine. */
  address: z.string(),
  /** Name of the TLS client certificate that it uses, or null. */
  key: z.string().nullable(),
  /** File of the CA that issued the certificate of its address; null without HTTPS. */
  ca: z.string().nullable(),
  /** Number of requests that are not yet among the operations. */
  underway: z.number(),
  /** What it has seen, in the order of the first request. */
  operations: z.array(tapOperation),
});
export type TapView = z.infer<typeof tapSchema>;

export const TAP_METHODS = {
  /** Null while it is off. */
  'tap.read': { by: 'screen', input: nothing, output: z.object({ tap: tapSchema.nullable() }) },
  /** Switches it on with an empty board, or to another environment. */
  'tap.start': {
    by: 'person',
    input: z.object({
      environment: z.string(),
      /** HTTPS with a certificate of the local bank's CA. */
      tls: z.boolean(),
      /** Whether the TLS client certificate of the environment is used, which the user has confirmed. */
      useTlsKey: z.boolean(),
      /** Any free one if omitted. */
      port: z.int().min(0).max(65_535).optional(),
    }),
    output: z.object({ tap: tapSchema }),
  },
  /** Aborts its requests. */
  'tap.stop': { by: 'person', input: nothing, output: nothing },
} as const;
