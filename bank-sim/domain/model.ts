/** The bank's records. Money in minor units of the currency, times in milliseconds of bank time. */

export interface Customer {
  id: string;
  /** National identification number: what the PSU enters in SCA. */
  number: string;
  type: 'PRIVATE' | 'CORPORATE';
  name: string;
}

export interface Engagement {
  id: string;
  psuCustomerId: string;
  accountId: string;
  /** Whole NOK; 0 means no limit (PAY-6a). */
  registerLimit: number;
  approvalLimit: number;
}

export interface Agreement {
  id: string;
  ownerId: string;
  name: string;
  engagements: Engagement[];
}

export interface Account {
  id: string;
  customerId: string;
  name: string;
  bban: string;
  iban: string;
  currency: string;
  /** ISO 20022: current or savings account. */
  type: 'CACC' | 'SVGS';
  booked: number;
  reserved: number;
  creditLine: number;
  changedAt: number | null;
}

export interface CardAccount {
  id: string;
  customerId: string;
  name: string;
  maskedPan: string;
  currency: string;
  creditLimit: number;
  used: number;
}

export interface Transaction {
  id: string;
  accountId: string;
  amount: number;
  currency: string;
  /** `YYYY-MM-DD`. */
  bookingDate: string;
  bookedAt: number;
  counterparty: string;
  text: string;
}
