/** Named switches, with defaults, for behaviour that the specification leaves open (contract section 12). */
import { z } from 'zod';
import { KEY_ID_SPELLINGS } from '../shared/signing/key-id.ts';
import type { RuleId } from '../shared/xs2a/rules.ts';

interface Quirk {
  default: string | boolean;
  values: readonly (string | boolean)[];
  rule: RuleId;
  text: string;
}

export const QUIRKS = {
  environment: {
    default: 'sandbox',
    values: ['sandbox', 'production'],
    rule: 'SVC-1',
    text: 'Sandbox, or production with certificate and role checks.',
  },
  signResponses: {
    default: true,
    values: [true, false],
    rule: 'SIG-13',
    text: 'The bank signs its response bodies.',
  },
  strictMime: {
    default: true,
    values: [true, false],
    rule: 'SIG-9',
    text: 'Raw UTF-8 in the Signature header is refused. Off: it is accepted with a note.',
  },
  keyIdSpelling: {
    default: 'specified',
    values: KEY_ID_SPELLINGS,
    rule: 'SIG-4',
    text: 'Which spellings of the right keyId pass: what the specification allows; also a serial in lower case, leading zeros and a blank after a comma; or only the reference form.',
  },
  openRegister: {
    default: false,
    values: [true, false],
    rule: 'SIG-12',
    text: 'A TPP is entered in the register with its first call. Off: production refuses TPPs that are not in the register.',
  },
  secondFactor: {
    default: false,
    values: [true, false],
    rule: 'SVC-1',
    text: 'The page of an SCA also asks for a one-time code, which a simulated device on the page shows. Off: it asks for the national ID alone.',
  },
  rejectReusedRequestId: {
    default: false,
    values: [true, false],
    rule: 'HDR-1',
    text: 'An X-Request-ID that a TPP repeats within 24 hours is refused, counted from when this is switched on. Off: it may be repeated, and creates again.',
  },
  interimBooked: {
    default: true,
    values: [true, false],
    rule: 'AIS-9',
    text: 'Card accounts have an interimBooked balance from 4 September 2026.',
  },
  revokedConsent: {
    default: '401',
    values: ['401', '403'],
    rule: 'SCA-10',
    text: 'How a revoked consent is refused: 401 CONSENT_INVALID with scaRedirect, or 403 CONSENT_UNKNOWN without it.',
  },
  onHoldStatus: {
    default: 'BLCK',
    values: ['BLCK', 'PDNG'],
    rule: 'PAY-9',
    text: 'The status that a TPP sees for a payment that the operator has held or stopped.',
  },
  strictKid: {
    default: true,
    values: [true, false],
    rule: 'PAY-10',
    text: 'The check digit of a KID is validated.',
  },
  domesticUnreadableBeforeApproval: {
    default: true,
    values: [true, false],
    rule: 'PAY-4',
    text: 'A domestic payment cannot be read while it is waiting for approval (a known issue of the real bank).',
  },
  sandboxBasketProducts: {
    default: 'NCBCT',
    values: ['NCBCT', 'all'],
    rule: 'BSK-5',
    text: 'Which products the sandbox accepts in signing baskets.',
  },
  unknownMembers: {
    default: 'warn',
    values: ['warn', 'refuse'],
    rule: 'PAY-2',
    text: 'Members of a payment that the bank does not know are left out with a warning, or refused.',
  },
  sepaReportingFrom100000: {
    default: false,
    values: [true, false],
    rule: 'PAY-17',
    text: 'A SEPA payment worth NOK 100,000 or more needs regulatory reporting. Off: the reporting is an option.',
  },
  batchDays: {
    default: 'environment',
    values: ['environment', 'banking', 'all'],
    rule: 'SBX-5',
    text: 'The days on which batches run: every day in the sandbox and Norwegian banking days in production; or one of the two in both.',
  },
  personalContactEmail: {
    default: false,
    values: [true, false],
    rule: 'TPP-1',
    text: 'A contact e-mail that looks like a personal address is refused.',
  },
} as const satisfies Record<string, Quirk>;

export type Quirks = { [Name in keyof typeof QUIRKS]: (typeof QUIRKS)[Name]['values'][number] };

export const ENVIRONMENTS = QUIRKS.environment.values;

/** Some quirks, by their names. */
export const quirksSchema = z.strictObject(
  Object.fromEntries(
    Object.entries<Quirk>(QUIRKS).map(([name, { values, text }]) => [
      name,
      z.literal(values).optional().describe(text),
    ]),
  ),
);

const DEFAULTS = Object.fromEntries(
  Object.entries(QUIRKS).map(([name, quirk]) => [name, quirk.default]),
) as Quirks;

/** The defaults with some values replaced. */
export function quirksWith(values: Partial<Quirks>): Quirks {
  return { ...DEFAULTS, ...values };
}

/** The days on which batches run (SBX-5). */
export function batchDaysOf({ batchDays, environment }: Quirks): 'banking' | 'all' {
  if (batchDays !== 'environment') return batchDays;
  return environment === 'sandbox' ? 'all' : 'banking';
}

/** Reads `name=value`. @returns the setting, or a sentence about what is wrong */
export function readQuirk(text: string): Partial<Quirks> | string {
  const [name = '', value = ''] = text.split('=', 2);
  if (!Object.hasOwn(QUIRKS, name))
    return `Unknown quirk "${name}". Known: ${Object.keys(QUIRKS).join(', ')}.`;
  const values: Quirk['values'] = QUIRKS[name as keyof Quirks].values;
  const found = values.find((candidate) => String(candidate) === value);
  if (found === undefined) return `The quirk ${name} takes ${values.join(' or ')}, not "${value}".`;
  return { [name]: found };
}
