/** Environments: where requests go and on whose behalf. */
import { z } from 'zod';
import { VARIABLE_NAME } from '../collections/variable-name.ts';
import { firstFree, hasUnseen } from '../names.ts';
import { isLoopback } from '../requests/loopback.ts';
import { signatureProfileSchema } from '../signing/profile.ts';
import { texts } from '../texts/texts.ts';
import { readHeaderLines } from '../xs2a/http-syntax.ts';
import {
  MAX_BASE_URL_CHARS,
  MAX_HEADER_LINES_CHARS,
  MAX_HOSTS,
  MAX_ROOTS_CHARS,
  MAX_VARIABLE_CHARS,
  MAX_VARIABLE_NAME_CHARS,
} from '../limits.ts';

/** Whether a text is the base URL of a bank: https, or http for a stub on this machine, with neither query nor fragment. */
export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const { protocol, search, hash, username } = url;
  const isStub = protocol === 'http:' && isLoopback(url);
  return (protocol === 'https:' || isStub) && search === '' && hash === '' && username === '';
}

const bankUrl = z
  .string()
  .trim()
  .max(MAX_BASE_URL_CHARS, {
    message: `A base URL has at most ${MAX_BASE_URL_CHARS.toLocaleString('en')} characters.`,
    abort: true,
  })
  .refine(isBaseUrl, {
    message:
      'A base URL begins with https:// (or with http:// for a stub on this machine: localhost, 127.0.0.1 or [::1]) and has neither query nor fragment: https://api.bank.example/psd2.',
  });

/** A host with its port unless that is 443, as a URL has it; null for anything else. */
function hostOf(text: string): string | null {
  const url = /^[^\s/?#@\\]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url && url.host;
}

/** Hosts that are a bank's besides that of its base URL: `auth.bank.example`, or with a port. Empty ones are left out. */
export const hostsSchema = z
  .array(z.string().trim())
  .max(MAX_HOSTS)
  .transform((hosts, context) =>
    hosts
      .filter((text) => text !== '')
      .map((text) => {
        const host = hostOf(text);
        if (host === null)
          context.addIssue({
            code: 'custom',
            message: `“${text}” is no host. Write its name, with a port if that is not 443: auth.bank.example or localhost:9443`,
          });
        return host ?? text;
      }),
  );

/** Replaces the id of a certificate that an imported environment had on another machine. */
export const MISSING = 'missing';

/** Characters. */
export const LONGEST_ENVIRONMENT_NAME = 60;

/** The fields that the user can change. */
export const environmentFormSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'An environment has a name.')
    .max(LONGEST_ENVIRONMENT_NAME)
    // It could look like another environment.
    .refine((name) => !hasUnseen(name), 'The name has characters that cannot be seen. Type it anew.'),
  /** Includes a path if the bank's interface has one before `/v1/…`. */
  baseUrl: bankUrl,
  /** Requests there are signed and sent like those to the base URL. */
  hosts: hostsSchema.default([]),
  /** Or {@link MISSING}. */
  certificateId: z.string(),
  /** Id of the TLS client certificate, or {@link MISSING}; null for none. */
  tlsCertificateId: z.string().nullable(),
  /** PEM of the CAs to trust in addition to the system's; empty for none. */
  roots: z.string().max(MAX_ROOTS_CHARS),
  /** TPP-Redirect-URI; null for the workbench's redirect receiver on loopback. */
  redirectUri: z.string().trim().min(1).nullable(),
  psuIpAddress: z.string().trim().min(1, 'PSU-IP-Address is missing.').max(45),
  /** Headers added to every request that does not set them itself: one per line, `Name: value`. May contain variables. */
  headers: z
    .string()
    .max(MAX_HEADER_LINES_CHARS)
    .superRefine((text, context) => {
      const read = readHeaderLines(text.split('\n').filter((line) => line.trim() !== ''));
      if (!read.ok) context.addIssue({ code: 'custom', message: `Line ${read.line}: ${read.text}` });
    })
    .default(''),
});
export type EnvironmentForm = z.infer<typeof environmentFormSchema>;

const t = texts.core.environments;

/** Reserved for documentation (RFC 5737). */
export const EXAMPLE_PSU_IP_ADDRESS = '203.0.113.24';

/** Reserved (RFC 2606). */
export const EXAMPLE_BASE_URL = 'https://api.bank.example';

/** A template for a real bank's sandbox, to be filled in. @param names of the other environments */
export function newEnvironment(names: readonly string[], certificateId: string): EnvironmentForm {
  return {
    name: firstFree(
      (number) => (number === 1 ? t.sandbox : t.sandboxNumber(number)),
      (name) => names.includes(name),
    ),
    baseUrl: EXAMPLE_BASE_URL,
    hosts: [],
    certificateId,
    tlsCertificateId: null,
    roots: '',
    redirectUri: null,
    psuIpAddress: EXAMPLE_PSU_IP_ADDRESS,
    headers: '',
  };
}

/** The properties of a connection to a bank. */
export const connectionSchema = environmentFormSchema.pick({
  baseUrl: true,
  roots: true,
  tlsCertificateId: true,
});

const presentedSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** Milliseconds since 1970; null if the certificate has no date there. */
  notBefore: z.number().nullable(),
  notAfter: z.number().nullable(),
  /** Host names and IP addresses. */
  names: z.array(z.string()),
  /** SHA-256, as hexadecimal pairs. */
  fingerprint: z.string(),
});

export const connectionTestSchema = z.object({
  /** What is wrong and what to do, or null. */
  problem: z.string().nullable(),
  /** TLS version; null without TLS, as with a stub on plain HTTP. */
  protocol: z.string().nullable(),
  /** Host and port of the proxy through which it went, or null. */
  proxy: z.string().nullable(),
  /** The server's certificate first. */
  chain: z.array(presentedSchema),
  /** An untrusted root that the server sent, PEM; null if there is none. */
  root: z.object({ pem: z.string(), name: z.string() }).nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

export const environmentViewSchema = environmentFormSchema.extend({
  id: z.string(),
  /** `class`: the bank of a trainee in a class. */
  kind: z.enum(['local', 'bank', 'class']),
  /** As stored, without the checks of the form. */
  baseUrl: z.string(),
  hosts: z.array(z.string()),
  headers: z.string(),
  /** How its bank wants requests to be signed. */
  profile: signatureProfileSchema,
  /** The OpenAPI document of its bank, or null. */
  openApi: z.object({ title: z.string(), version: z.string(), operations: z.number() }).nullable(),
  /** Whether this is the environment in use. */
  current: z.boolean(),
  /** The PSU of the last successful SCA (SCA-1), which requests name. Null before that. */
  psu: z.object({ psuId: z.string(), corporateId: z.string().nullable(), context: z.string() }).nullable(),
  /** Why nothing can be sent there: a certificate is missing, or it is not confirmed yet. Null otherwise. */
  blocked: z.string().nullable(),
});
export type EnvironmentView = z.infer<typeof environmentViewSchema>;

export const variableSchema = z
  .object({
    name: z
      .string()
      .max(MAX_VARIABLE_NAME_CHARS, `A variable name has at most ${MAX_VARIABLE_NAME_CHARS} characters.`)
      .regex(
        VARIABLE_NAME,
        'A variable name consists of letters, digits, dots, dashes and underscores and starts with a letter.',
      ),
    /** Empty for a secret variable that is sent to the window. */
    value: z.string().max(MAX_VARIABLE_CHARS),
    secret: z.boolean(),
  })
  .refine(({ value, secret }) => !secret || value === '' || value.length >= 4, {
    message: 'A secret value needs at least 4 characters. A shorter one could not be masked reliably.',
  });
export type VariableView = z.infer<typeof variableSchema>;
