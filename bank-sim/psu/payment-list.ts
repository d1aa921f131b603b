/** Payments on the PSU's pages. */
import { minorText } from '../../shared/money/money.ts';
import { itemsOf, type Payment, type Status } from '../domain/payment.ts';
import { payeeOf, type PaymentLine } from '../store/payments.ts';
import { html, type Html, readable } from './html.ts';

const WORDS: Readonly<Record<Status, string>> = {
  RCVD: 'waiting for approval',
  PATC: 'waiting for a second approval',
  ACTC: 'approved, scheduled',
  PDNG: 'approved, in the next batch',
  ACCP: 'approved, waiting for funds',
  BLCK: 'held by the bank',
  STOP: 'stopped by the bank',
  ACSC: 'paid',
  PART: 'partly paid',
  RJCT: 'rejected',
  CANC: 'cancelled',
};

export interface ListedPayment {
  payment: Payment;
  /** Name and number of the debtor account. */
  from: string;
}

/** The transfers that an SCA asks to approve (SCA-7). */
export function paymentItems(listed: readonly ListedPayment[]): Html {
  return html`<ul class="list">
    ${listed.flatMap(({ payment, from }) =>
      itemsOf(payment).map(
        ({ transfer, amount, currency, fee }) =>
          html`<li>
            <span
              ><strong>${transfer.creditorName}</strong><br /><span class="hint"
                >to ${accountText(transfer.creditorAccount)}${when(datesOf(payment))}<br />from
                ${from}${fee > 0 ? `, fee ${minorText(fee, payment.debtorCurrency)}` : ''}${textOf(transfer)}</span
              ></span
            >
            <b>${minorText(amount, currency)}</b>
          </li>`,
      ),
    )}
  </ul>`;
}

/** The total of several transfers in each currency. */
export function totals(listed: readonly ListedPayment[]): Html | false {
  const items = listed.flatMap(({ payment }) => itemsOf(payment));
  const sums = new Map<string, number>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  const texts = Array.from(sums, ([currency, sum]) => minorText(sum, currency));
  return items.length > 1 && html`<p>In total <b>${texts.join(' and ')}</b></p>`;
}

function textOf(transfer: ReturnType<typeof itemsOf>[number]['transfer']): string {
  const reference = transfer.remittanceInformationStructuredArray?.[0]?.reference;
  const text = reference === undefined ? transfer.remittanceInformationUnstructured : `KID ${reference}`;
  return text === undefined ? '' : `, “${text}”`;
}

/** Payments with their outcomes. */
export function paymentHistory(lines: readonly PaymentLine[]): Html {
  return html`<ul class="list">
    ${lines.map((line) => {
      const { accountName, accountNumber, status, amount, currency } = line;
      const from = payingText(accountName, accountNumber);
      return html`<li>
        <span
          >${payeeOf(line)}<br /><span class="hint">from ${from}${when(line)}: ${WORDS[status]}</span></span
        >
        <b>${minorText(amount, currency)}</b>
      </li>`;
    })}
  </ul>`;
}

/** Name and number of a debtor account. @param name null if it is deleted */
export function payingText(name: string | null, bban: string | null): string {
  return name === null ? 'a deleted account' : `${name} ${readable(bban ?? '')}`;
}

type Dates = Pick<PaymentLine, 'executionDate' | 'startDate' | 'endDate' | 'frequency'>;

function datesOf({ body }: Payment): Dates {
  const { requestedExecutionDate: executionDate = null } = body;
  if (body.payments !== undefined) return { executionDate, startDate: null, endDate: null, frequency: null };
  const { startDate = null, endDate = null, frequency = null } = body;
  return { executionDate, startDate, endDate, frequency };
}

function when({ executionDate, startDate, endDate, frequency }: Dates): string {
  if (executionDate !== null) return `, on ${executionDate}`;
  if (startDate === null) return '';
  return `, ${frequency} from ${startDate}${endDate === null ? '' : ` to ${endDate}`}`;
}

function accountText({ bban, iban }: { bban?: string; iban?: string }): string {
  if (iban !== undefined) return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return bban?.length === 11 ? readable(bban) : (bban ?? '');
}
