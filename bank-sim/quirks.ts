/** Named switches, with defaults, for behaviour that the specification leaves open (contract section 12). */
import type { RuleId } from '../shared/xs2a/rules.ts';

export interface Quirks {
  environment: 'sandbox' | 'production';
  signResponses: boolean;
  strictMime: boolean;
  strictKeyId: boolean;
  openRegister: boolean;
  rejectReusedRequestId: boolean;
  personalContactEmail: boolean;
  interimBooked: boolean;
  onHoldStatus: 'BLCK' | 'PDNG';
  revokedConsent: '401' | '403';
  strictKid: boolean;
  domesticUnreadableBeforeApproval: boolean;
  sandboxBasketProducts: 'NCBCT' | 'all';
  batchDays: 'banking' | 'all';
}

interface QuirkEntry<T> {
  default: T;
  values: readonly T[];
  rule: RuleId;
  text: string;
}

export const QUIRKS: { readonly [K in keyof Quirks]: QuirkEntry<Quirks[K]> } = {
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
  strictKeyId: {
    default: false,
    values: [true, false],
    rule: 'SIG-4',
    text: 'Only the reference format of keyId is accepted. Off: other formats with the same meaning are accepted with a note.',
  },
  openRegister: {
    default: true,
    values: [true, false],
    rule: 'SIG-12',
    text: 'A TPP is entered in the register with its first call. Off: production refuses TPPs that are not in the register.',
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
  batchDays: {
    default: 'banking',
    values: ['banking', 'all'],
    rule: 'SBX-5',
    text: 'Batches run on Norwegian banking days, or on every day of the week.',
  },
  personalContactEmail: {
    default: false,
    values: [true, false],
    rule: 'TPP-1',
    text: 'A contact e-mail that looks like a personal address is refused.',
  },
};

/** The defaults with some values replaced. */
export function quirksWith(values: Partial<Quirks>): Quirks {
  return {
    environment: values.environment ?? QUIRKS.environment.default,
    signResponses: values.signResponses ?? QUIRKS.signResponses.default,
    strictMime: values.strictMime ?? QUIRKS.strictMime.default,
    strictKeyId: values.strictKeyId ?? QUIRKS.strictKeyId.default,
    openRegister: values.openRegister ?? QUIRKS.openRegister.default,
    rejectReusedRequestId: values.rejectReusedRequestId ?? QUIRKS.rejectReusedRequestId.default,
    interimBooked: values.interimBooked ?? QUIRKS.interimBooked.default,
    personalContactEmail: values.personalContactEmail ?? QUIRKS.personalContactEmail.default,
    revokedConsent: values.revokedConsent ?? QUIRKS.revokedConsent.default,
    onHoldStatus: values.onHoldStatus ?? QUIRKS.onHoldStatus.default,
    strictKid: values.strictKid ?? QUIRKS.strictKid.default,
    domesticUnreadableBeforeApproval:
      values.domesticUnreadableBeforeApproval ?? QUIRKS.domesticUnreadableBeforeApproval.default,
    batchDays: values.batchDays ?? QUIRKS.batchDays.default,
    sandboxBasketProducts: values.sandboxBasketProducts ?? QUIRKS.sandboxBasketProducts.default,
  };
}

/** Reads `name=value` from the command line. @returns the setting, or a sentence about what is wrong */
export function readQuirk(text: string): Partial<Quirks> | string {
  const [name = '', value = ''] = text.split('=', 2);
  if (!Object.hasOwn(QUIRKS, name))
    return `Unknown quirk "${name}". Known: ${Object.keys(QUIRKS).join(', ')}.`;
  const values = QUIRKS[name as keyof Quirks].values;
  const found = values.find((candidate) => String(candidate) === value);
  if (found === undefined) return `The quirk ${name} takes ${values.join(' or ')}, not "${value}".`;
  return { [name]: found };
}
