/** Environments: where requests go, and as whom. */
import { z } from 'zod';
import { readHeaderLines } from '../xs2a/header-lines.ts';

const httpsUrl = z
  .string()
  .trim()
  .refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, search, hash, username } = new URL(text);
      return protocol === 'https:' && search === '' && hash === '' && username === '';
    },
    {
      message:
        'A base URL begins with https:// and has neither query nor fragment: https://api.bank.example/psd2.',
    },
  );

/** What a person may change. */
export const environmentFormSchema = z.object({
  name: z.string().trim().min(1, 'An environment has a name.').max(60),
  /** With a path where the bank's interface lies below one; `/v1/…` comes after it. */
  baseUrl: httpsUrl,
  certificateId: z.string(),
  /** Of the TLS client certificate; null for none. */
  tlsCertificateId: z.string().nullable(),
  /** PEM of the authorities to trust besides the system's; empty for none. */
  roots: z.string().max(200_000),
  /** TPP-Redirect-URI; null for the workbench's own receiver on loopback. */
  redirectUri: z.string().trim().min(1).nullable(),
  psuIpAddress: z.string().trim().min(1, 'PSU-IP-Address is missing.').max(45),
  /** Headers of every request that has not set them itself: a line each, `Name: value`. Variables may stand in them. */
  headers: z
    .string()
    .max(20_000)
    .superRefine((text, context) => {
      const read = readHeaderLines(text.split('\n').filter((line) => line.trim() !== ''));
      if (!read.ok) context.addIssue({ code: 'custom', message: `Line ${read.line}: ${read.text}` });
    })
    .default(''),
});
export type EnvironmentForm = z.infer<typeof environmentFormSchema>;

export const environmentViewSchema = environmentFormSchema.extend({
  id: z.string(),
  kind: z.enum(['local', 'bank']),
  /** Whether requests go there now. */
  current: z.boolean(),
  /** What the last successful SCA brought (SCA-1); requests carry it. Null before that. */
  psu: z.object({ psuId: z.string(), corporateId: z.string().nullable(), context: z.string() }).nullable(),
});
export type EnvironmentView = z.infer<typeof environmentViewSchema>;

export const variableSchema = z
  .object({
    name: z
      .string()
      .regex(
        /^[A-Za-z][\w.-]{0,39}$/,
        'A variable name consists of letters, digits, dots, dashes and underscores and starts with a letter.',
      ),
    /** Empty, on its way to the window, where it is secret. */
    value: z.string().max(10_000),
    secret: z.boolean(),
  })
  .refine(({ value, secret }) => !secret || value === '' || value.length >= 4, {
    message: 'A secret value needs at least 4 characters. A shorter one could not be masked reliably.',
  });
export type VariableView = z.infer<typeof variableSchema>;
