/** The state and settings of the workbench, and the outcome of a redirect. */
import { MAX_BASE_URL_CHARS } from '../limits.ts';
import { z } from 'zod';

const milliseconds = z.number();

const callbackSchema = z.object({
  /** Milliseconds since 1970, by this machine's clock. */
  at: milliseconds,
  outcome: z.enum(['success', 'failure']),
  parameters: z.array(z.object({ name: z.string(), value: z.string(), text: z.string() })),
});
export type Callback = z.infer<typeof callbackSchema>;

/** A callback with its origin. */
export const returnSchema = callbackSchema.extend({
  /** Id of the environment whose bank redirected, and whether it is in use. */
  environment: z.string(),
  inUse: z.boolean(),
  /** Id of the window of the PSU's page; null if unknown. */
  window: z.string().nullable(),
  /** Path of the page that redirected; null if unknown, as for every bank but the local one. */
  page: z.string().nullable(),
});
export type Return = z.infer<typeof returnSchema>;

export const statusSchema = z.object({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  dataFolder: z.string(),
  /** Sentences about files that were damaged at this start, and about a missing data folder. */
  notices: z.array(z.string()),
  environment: z.object({
    name: z.string(),
    kind: z.string(),
    isLocal: z.boolean(),
    baseUrl: z.string(),
    /** Name of its signature profile. */
    profile: z.string(),
    redirectUri: z.string(),
    /** Address of the PSU's own bank (SCA-11). */
    ownBank: z.string(),
    /** Why nothing can be sent there: its certificate is missing, or it is not confirmed yet. Null otherwise. */
    blocked: z.string().nullable(),
    /** Shown with name and certificate for confirmation; null once it is confirmed. */
    unconfirmed: z
      .object({
        id: z.string(),
        address: z.string(),
        /** Name of the TLS client certificate. */
        client: z.string().nullable(),
      })
      .nullable(),
  }),
  certificate: z.object({
    id: z.string(),
    name: z.string(),
    /** Id and name of the TPP that it identifies. */
    tpp: z.string(),
    tppName: z.string(),
    roles: z.array(z.string()),
    /** Milliseconds since 1970. */
    notAfter: milliseconds,
    keyId: z.string(),
  }),
  vault: z.object({
    state: z.enum(['open', 'locked']),
    protection: z.enum(['passphrase', 'safe-storage', 'file']),
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
      /** Company that the PSU acts for; null in the private context, and at other banks. */
      company: z.string().nullable(),
    })
    .nullable(),
  /** The previous PSU; null if there was none, or the PSU is the same. */
  psuBefore: z.object({ psuId: z.string(), name: z.string().nullable() }).nullable(),
  session: z
    .object({
      id: z.string(),
      /** Bank time at which the SCA completed; null before that. Milliseconds since 1970. */
      since: milliseconds.nullable(),
      /** Whether the SCA of another session has replaced it. */
      replaced: z.boolean(),
      /** Time of the bank in use at this status, and whether its clock runs. */
      now: milliseconds,
      runs: z.boolean(),
    })
    .nullable(),
  bank: z.object({
    port: z.number(),
    running: z.boolean(),
    /** Bank time at this status. */
    now: milliseconds,
    /** Machine time at this status. */
    real: milliseconds,
    clock: z.enum(['real', 'frozen']),
  }),
});
export type Status = z.infer<typeof statusSchema>;

/** In the settings, instead of an address: no proxy, whatever the variables say. */
export const DIRECT = 'direct';

const outgoingProxy = z
  .string()
  .trim()
  .max(MAX_BASE_URL_CHARS)
  .refine(
    (text) =>
      text === '' || text === DIRECT || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    'The address of a proxy begins with http:// or https://, such as http://proxy.example:3128. To use none, write direct.',
  )
  // Settings are not encrypted.
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === '',
    'A user name and password do not belong here. Set them in the variable HTTPS_PROXY before you start the workbench, and leave this field empty.',
  );

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark', 'contrast']),
  /** Whether the first-start screen was completed. */
  started: z.boolean(),
  /** Minutes without use after which the vault locks; 0 for never. A vault without a passphrase never locks. */
  lockAfterMinutes: z.number().min(0).max(1440),
  /** Proxy for banks that are not on this machine; empty for that of HTTPS_PROXY and NO_PROXY, {@link DIRECT} for none. */
  outgoingProxy,
});
export type Settings = z.infer<typeof settingsSchema>;
