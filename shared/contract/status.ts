/** The current state of the workbench, its settings, and the outcome of a redirect. */
import { z } from 'zod';

const milliseconds = z.number();

const callbackSchema = z.object({
  /** Milliseconds since 1970, by this machine's clock. */
  at: milliseconds,
  outcome: z.enum(['success', 'failure']),
  parameters: z.array(z.object({ name: z.string(), value: z.string(), text: z.string() })),
});
export type Callback = z.infer<typeof callbackSchema>;

/** A redirect, and where it belongs. */
export const returnSchema = callbackSchema.extend({
  /** Id of the environment whose bank sent the PSU back, and whether it is the one in use. */
  environment: z.string(),
  inUse: z.boolean(),
  /** Id of the window whose page of the PSU came back; null if it is not known, and for every window. */
  window: z.string().nullable(),
  /** Path of the page of the SCA that has sent the PSU back; null if it is not known, as for every bank but the local one. */
  page: z.string().nullable(),
});
export type Return = z.infer<typeof returnSchema>;

export const statusSchema = z.object({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  dataFolder: z.string(),
  /** Sentences about files that were damaged at this start and put aside, and about a data folder that is gone. */
  notices: z.array(z.string()),
  environment: z.object({
    name: z.string(),
    kind: z.string(),
    /** Whether it is the local bank's. */
    isLocal: z.boolean(),
    baseUrl: z.string(),
    redirectUri: z.string(),
    /** Address of the PSU's own bank (SCA-11). */
    ownBank: z.string(),
    /** Why nothing can be sent there: it was imported without its certificate, or is not confirmed yet. Null otherwise. */
    blocked: z.string().nullable(),
    /** What the user sees of it, besides its name and certificate, before anything is sent there; null once it is confirmed. */
    unconfirmed: z
      .object({
        id: z.string(),
        address: z.string(),
        /** Name of the TLS client certificate, or null. */
        client: z.string().nullable(),
      })
      .nullable(),
  }),
  certificate: z.object({
    id: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    /** Milliseconds since 1970. */
    notAfter: milliseconds,
    keyId: z.string(),
  }),
  vault: z.object({
    state: z.enum(['open', 'locked']),
    keeper: z.enum(['passphrase', 'safe-storage', 'file']),
    /** Completes the sentence "The key to the vault is kept …". */
    keyKept: z.string(),
  }),
  persona: z.object({ name: z.string(), nationalId: z.string() }).nullable(),
  psu: z
    .object({
      psuId: z.string(),
      corporateId: z.string().nullable(),
      context: z.string(),
      name: z.string().nullable(),
      /** Whom the PSU acts for; null in the private context, or if the bank is not the local one. */
      company: z.string().nullable(),
    })
    .nullable(),
  /** The PSU who acted before another one did; null if nobody did, or the PSU is the same. */
  psuBefore: z.object({ psuId: z.string(), name: z.string().nullable() }).nullable(),
  session: z
    .object({
      id: z.string(),
      /** Bank time at which the SCA completed; null before that. Milliseconds since 1970. */
      since: milliseconds.nullable(),
      /** Whether the SCA of another session has replaced it. */
      replaced: z.boolean(),
      /** Time of the bank in use when this status was made, and whether its clock is running. */
      now: milliseconds,
      runs: z.boolean(),
    })
    .nullable(),
  bank: z.object({
    port: z.number(),
    /** Whether it accepts requests from TPPs. */
    running: z.boolean(),
    /** Bank time in milliseconds since 1970, when this status was made. */
    now: milliseconds,
    /** The time of the machine at that moment. */
    real: milliseconds,
    clock: z.enum(['real', 'frozen']),
  }),
});
export type Status = z.infer<typeof statusSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Whether the user has made a choice on the first-start screen. */
  started: z.boolean(),
  /** Minutes without use after which the vault locks; 0 for never. A vault without a passphrase never locks. */
  lockAfterMinutes: z.number().min(0).max(1440),
});
export type Settings = z.infer<typeof settingsSchema>;
