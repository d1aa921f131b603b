/** Formats amounts and account types, by bank date and x-accept-fix (VER-1, AIS-11). */
import { formatMinor } from '../../shared/money/money.ts';
import { type Rate } from '../../shared/money/money.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { type AcceptFix, isDefaultAt } from '../../shared/xs2a/releases.ts';
import type { TppRequest } from '../gate/gate.ts';
import type { Services } from './services.ts';

export interface View {
  amountAsString: boolean;
  isoAccountType: boolean;
  longNames: boolean;
  /** The original and booked amounts of a card transaction are in the fields of those names. */
  rightCardAmounts: boolean;
}

/** The sandbox operations have one format, whatever the bank's date. */
export const SANDBOX_VIEW: View = {
  amountAsString: true,
  isoAccountType: true,
  longNames: true,
  rightCardAmounts: true,
};

/** @param bankDate `YYYY-MM-DD` */
export function viewOf(acceptFix: ReadonlySet<AcceptFix>, bankDate: string): View {
  const acts = (value: AcceptFix) => acceptFix.has(value) || isDefaultAt(value, bankDate);
  return {
    amountAsString: acts('amount-as-string'),
    longNames: acts('longer-names'),
    rightCardAmounts: acts('cardaccount-switch-originalamount-and-transactionamount'),
    isoAccountType: acts('cash-account-type-iso'),
  };
}

/** The format of a response to this request. */
export function viewNow({ acceptFix }: TppRequest, { clock }: Services): View {
  return viewOf(acceptFix, osloDate(clock.now()));
}

export function amountView(
  minor: number,
  currency: string,
  view: View,
): { amount: string | number; currency: string } {
  const text = formatMinor(minor, currency);
  return { amount: view.amountAsString ? text : Number(text), currency };
}

/** How an amount was converted to the currency of its account. */
export function exchangeView(
  sourceCurrency: string,
  targetCurrency: string,
  rate: Rate,
  quotationDate: string,
): object {
  return { currencyExchange: [{ sourceCurrency, targetCurrency, ...rate, quotationDate }] };
}

export function accountTypeView(type: 'CACC' | 'SVGS', view: View): string {
  if (view.isoAccountType) return type;
  return type === 'CACC' ? 'Current' : 'Savings';
}

/** A balance in the format of the sandbox operations, whatever the bank's date. */
export function sandboxBalance(minor: number, currency: string, balanceType: string): object {
  return { balanceAmount: { amount: formatMinor(minor, currency), currency }, balanceType };
}
