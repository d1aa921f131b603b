/** An example body for each payment product; the debtor accounts are in the seed data (SBX-1). */
import { type PaymentKind, productByShort, type ProductShort } from './payment-products.ts';

/** Eirik Solbakken's current account. */
const EIRIK = { bban: '86011100009' };
/** Fjellheim Bygg AS, which has accounts in NOK and in EUR. */
const FJELLHEIM = { bban: '86011300008' };
const FJELLHEIM_EUR = { iban: 'NO2386011301373' };
const LONDON = {
  streetName: 'Quay Street',
  buildingNumber: '4',
  postCode: 'SE1 9PX',
  townName: 'London',
  country: 'GB',
};

const TO_INGRID = {
  instructedAmount: { amount: '1250.00', currency: 'NOK' },
  creditorAccount: { bban: '86011200003' },
  creditorName: 'Ingrid Haugen',
  remittanceInformationUnstructured: 'Takk for lånet',
};

const SINGLE: Record<ProductShort, object> = {
  NDCT: { ...TO_INGRID, debtorAccount: EIRIK },
  INDCTS: {
    instructedAmount: { amount: '350.00', currency: 'NOK' },
    debtorAccount: EIRIK,
    creditorAccount: { bban: '86011200003' },
    creditorName: 'Ingrid Haugen',
    remittanceInformationUnstructured: 'Middag',
  },
  SCT: {
    instructedAmount: { amount: '420.50', currency: 'EUR' },
    debtorAccount: FJELLHEIM_EUR,
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Holzbau Lindner GmbH',
    remittanceInformationUnstructured: 'Rechnung 2026-117',
    endToEndIdentification: 'INV-2026-117',
  },
  CBCT: {
    instructedAmount: { amount: '980.00', currency: 'USD' },
    debtorAccount: FJELLHEIM,
    creditorAccount: { bban: '4410097713' },
    creditorAgent: 'EXMPUS33',
    creditorName: 'Harbor Tools Inc',
    creditorAddress: {
      streetName: 'Pier Avenue',
      buildingNumber: '12',
      postCode: '04101',
      townName: 'Portland',
      country: 'US',
    },
    remittanceInformationUnstructured: 'Order 5521',
    serviceLevel: 'URGP',
  },
  NCBCT: {
    instructedAmount: { amount: '2400.00', currency: 'GBP' },
    debtorAccount: FJELLHEIM,
    creditorAccount: { iban: 'GB29NWBK60161331926819' },
    creditorAgent: 'NWBKGB2L',
    creditorName: 'Thames Cranes Ltd',
    creditorAddress: LONDON,
    remittanceInformationUnstructured: 'Crane hire, October',
    regulatoryReportingCode: '29',
    regulatoryReportingInformation: 'Hire of machinery',
  },
};

const BULK = {
  debtorAccount: EIRIK,
  payments: [
    TO_INGRID,
    {
      instructedAmount: { amount: '840.00', currency: 'NOK' },
      creditorAccount: { bban: '86011400002' },
      creditorName: 'Nordlys Elektro AS',
      remittanceInformationStructuredArray: [{ referenceType: 'SCOR', reference: '1234567897' }],
    },
  ],
};

const PERIODIC = {
  ...SINGLE.NDCT,
  remittanceInformationUnstructured: 'Sparing',
  // Filled in on sending.
  startDate: '{{today}}',
  frequency: 'Monthly',
  dayOfExecution: '15',
  executionRule: 'following',
};

/** A body as text, indented by two spaces. */
export function paymentExample(kind: PaymentKind, short: ProductShort): string {
  const bodies = { single: SINGLE[short], bulk: BULK, periodic: PERIODIC };
  return JSON.stringify(bodies[kind], null, 2);
}

/** Filled in differently each time. */
export const DIFFERS = ' {{$text}}';

/** An example with another text for the creditor each time, so that it is not a duplicate (PAY-16). */
export function repeatableExample(kind: PaymentKind, short: ProductShort): string {
  return paymentExample(kind, short).replace(
    /("remittanceInformationUnstructured": "[^"]*)"/,
    `$1${DIFFERS}"`,
  );
}

/** The examples of a kind of payment, keyed by the product in the path. */
export function paymentExamples(kind: PaymentKind, shorts: readonly ProductShort[]): Record<string, string> {
  return Object.fromEntries(
    shorts.map((short) => [productByShort(short).path, repeatableExample(kind, short)]),
  );
}
