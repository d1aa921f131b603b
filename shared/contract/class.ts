/** A class: banks in the trainer's workbench, one for each trainee, and the links by which workbenches join them. */
import { z } from 'zod';
import { LONGEST_ENVIRONMENT_NAME } from './environments.ts';

const nothing = z.object({});

/** What the trainees of a class do, in this order; the trainer's board has a column for each. */
export const CLASS_STEPS = ['signed', 'consent', 'given', 'accounts', 'payment', 'approved'] as const;
export type ClassStep = (typeof CLASS_STEPS)[number];

export const MOST_CLASS_BANKS = 40;
const LONGEST_LINK = 1000;

/** Has a member with the link, so that a dropped file is the same as a pasted link. */
export const CLASS_FILE_SUFFIX = '.class.json';

export interface ClassLink {
  /** Origin of the class's control listener. */
  origin: string;
  /** Name of the space in its path. */
  space: string;
  /** What the trainer calls the bank. */
  name: string;
  /** Of this bank alone. */
  token: string;
  /** SHA-256 of the CA, as 64 hexadecimal digits. */
  fingerprint: string;
}

/** Token and fingerprint are in the fragment, which no program sends anywhere. */
export function writeClassLink({ origin, space, name, token, fingerprint }: ClassLink): string {
  const { host } = new URL(origin);
  return `tpp-workbench://${host}/${space}?${new URLSearchParams({ bank: name }).toString()}#${token}.${fingerprint}`;
}

/** Null for any other text. */
export function readClassLink(text: string): ClassLink | null {
  const link = text.trim();
  const url =
    link.length <= LONGEST_LINK && link.startsWith('tpp-workbench://')
      ? // The parser keeps a non-special scheme's host as it is.
        URL.parse(link.replace('tpp-workbench:', 'https:'))
      : null;
  const [, space] = /^\/([a-z0-9-]{1,40})$/.exec(url?.pathname ?? '') ?? [];
  const [, token, fingerprint] = /^#([\w-]{16,100})\.([0-9a-f]{64})$/.exec(url?.hash ?? '') ?? [];
  const name = url?.searchParams.get('bank')?.trim().slice(0, LONGEST_ENVIRONMENT_NAME) ?? '';
  if (url === null || url.username !== '' || !space || !token || !fingerprint || name === '') return null;
  return { origin: url.origin, space, name, token, fingerprint };
}

const classBankSchema = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string(),
  /** Why the bank cannot be used, as a sentence; null if it can. */
  problem: z.string().nullable(),
  /** Whether a workbench has used the link since the class was started. */
  joined: z.boolean(),
  /** Since the start or the last reset. */
  requests: z.number(),
  steps: z.array(z.enum(CLASS_STEPS)),
  /** The last request; `refusals` in a row, with it. `at` in milliseconds since 1970. */
  last: z
    .object({
      method: z.string(),
      path: z.string(),
      status: z.number(),
      at: z.number(),
      refusals: z.number(),
    })
    .nullable(),
  /** The last refusal: error code and rule. */
  refusal: z
    .object({ code: z.string().nullable(), rule: z.string().nullable(), text: z.string().nullable() })
    .nullable(),
});
export type ClassBank = z.infer<typeof classBankSchema>;

const classSchema = z.object({
  /** Host and port by which trainees reach the class. */
  address: z.string(),
  /** The address of this machine at which others on its network reach the class; null while nobody else does. */
  network: z.string().nullable(),
  /** SHA-256 of its CA, as hexadecimal pairs. */
  fingerprint: z.string(),
  banks: z.array(classBankSchema),
});
export type ClassView = z.infer<typeof classSchema>;

const offeredSchema = z.object({
  name: z.string(),
  /** Base URL of the bank's API. */
  baseUrl: z.string(),
  /** Subject and SHA-256 of its CA, as hexadecimal pairs. */
  ca: z.string(),
  fingerprint: z.string(),
});
export type OfferedBank = z.infer<typeof offeredSchema>;

const link = z.object({ link: z.string().max(LONGEST_LINK) });

export const CLASS_METHODS = {
  /** Null while there is no class. `networks` are the addresses of this machine to which it can be opened. */
  'class.read': {
    by: 'screen',
    input: nothing,
    output: z.object({ class: classSchema.nullable(), networks: z.array(z.string()) }),
  },
  /** Makes a bank for each name, on this machine only. */
  'class.start': {
    by: 'person',
    input: z.object({
      names: z
        .array(z.string().trim().min(1).max(LONGEST_ENVIRONMENT_NAME))
        .min(1)
        .max(MOST_CLASS_BANKS, `A class has at most ${MOST_CLASS_BANKS} banks.`),
    }),
    output: nothing,
  },
  /** Opens it to the network at one of the addresses, or closes it again. All links change. */
  'class.open': { by: 'person', input: z.object({ network: z.string().nullable() }), output: nothing },
  /** Resets one bank; all if null. */
  'class.reset': { by: 'person', input: z.object({ id: z.string().nullable() }), output: nothing },
  /** The link as a file. */
  'class.file': {
    by: 'person',
    input: z.object({ id: z.string() }),
    output: z.object({ download: z.string() }),
  },
  /** Deletes its banks. */
  'class.end': { by: 'person', input: nothing, output: nothing },
  /** What a link leads to. Keeps nothing. */
  'class.look': { by: 'person', input: link, output: offeredSchema },
  /** Makes an environment for the bank, and uses it. */
  /** `window` is the one in which it was chosen. */
  'class.join': {
    by: 'person',
    input: link.extend({ window: z.string().max(100).optional() }),
    output: z.object({ name: z.string() }),
  },
} as const;
