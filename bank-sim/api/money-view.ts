/** How amounts and account types are written, by bank date and x-accept-fix (VER-1, AIS-11). */
import { formatMinor } from '../../shared/money/money.ts';
import type { AcceptFix } from '../gate/headers.ts';

export interface View {
  amountAsString: boolean;
  isoAccountType: boolean;
  longNames: boolean;
  /** Whether original and booked amount of a card transaction stand where their names say. */
  rightCardAmounts: boolean;
}

/** @param bankDate `YYYY-MM-DD` */
export function viewOf(acceptFix: ReadonlySet<AcceptFix>, bankDate: string): View {
  return {
    amountAsString: acceptFix.has('amount-as-string') || bankDate >= '2020-08-01',
    longNames: acceptFix.has('longer-names') || bankDate >= '2024-10-01',
    rightCardAmounts:
      acceptFix.has('cardaccount-switch-originalamount-and-transactionamount') || bankDate >= '2024-11-13',
    isoAccountType: acceptFix.has('cash-account-type-iso') || bankDate >= '2024-11-13',
  };
}

export function amountView(
  minor: number,
  currency: string,
  view: View,
): { amount: string | number; currency: string } {
  const text = formatMinor(minor, currency);
  return { amount: view.amountAsString ? text : Number(text), currency };
}

export function accountTypeView(type: 'CACC' | 'SVGS', view: View): string {
  if (view.isoAccountType) return type;
  return type === 'CACC' ? 'Current' : 'Savings';
}

/** A balance as the sandbox operations write it: always with the currency's decimals, whatever the bank's date. */
export function sandboxBalance(minor: number, currency: string, balanceType: string): object {
  return { balanceAmount: { amount: formatMinor(minor, currency), currency }, balanceType };
}
