/** Payments on the PSU's pages. */
import { itemsOf, type Payment } from '../domain/payment.ts';
import { payeeOf, type PaymentLine } from '../store/payments.ts';
import { html, type Html } from '../../shared/html.ts';
import { avatar, readable } from './html.ts';
import type { Words } from './words.ts';

export interface ListedPayment {
  payment: Payment;
  /** The debtor account; null if it is deleted. */
  from: { name: string; bban: string } | null;
}

/** The transfers that an SCA asks to approve (SCA-7): one large, or a list with the total in each currency. */
export function paymentItems(listed: readonly ListedPayment[], words: Words): Html {
  const items = listed.flatMap(({ payment, from }) =>
    itemsOf(payment).map((item) => ({
      ...item,
      debtor: payingText(from, words),
      when: when(datesOf(payment), words),
      charge: item.fee > 0 ? words.money(item.fee, payment.debtorCurrency) : '',
      text: textOf(item.transfer),
    })),
  );
  const [first, ...others] = items;
  if (first === undefined) return html``;
  if (others.length === 0) {
    const { transfer, amount, currency, debtor, charge, text } = first;
    const lines = [
      [words.toAccount, accountText(transfer.creditorAccount)],
      [words.fromAccount, debtor],
      [words.when, first.when],
      [words.feeLine, charge],
      [words.message, text],
    ].filter(([, value]) => value !== '');
    return html`<ul>
        <li class="amount">
          <b class="sum">${words.money(amount, currency)}</b>
          <span class="to"
            >${avatar(transfer.creditorName, 'sm')}<span
              >${words.to} <strong>${transfer.creditorName}</strong></span
            ></span
          >
        </li>
      </ul>
      <dl class="lines">
        ${lines.map(
          ([name = '', value = '']) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`;
  }
  return html`<ul class="pays">
      ${items.map(
        ({ transfer, amount, currency, debtor, when: at, charge, text }) =>
          html`<li>
            ${avatar(transfer.creditorName)}
            <strong>${transfer.creditorName}</strong>
            <b class="sum">${words.money(amount, currency)}</b>
            <small>
              ${words.to} ${accountText(transfer.creditorAccount)}${at !== '' && `, ${at}`}, ${words.from}
              ${debtor}${charge !== '' && `, ${words.fee} ${charge}`}${text !== '' && `, “${text}”`}
            </small>
          </li>`,
      )}
    </ul>
    <p>${words.total} <b>${totals(items, words)}</b></p>`;
}

/** The amount of the transfers, as a phrase. */
export function totals(
  items: readonly { amount: number; currency: string }[],
  { money, and }: Words,
): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return Array.from(sums, ([currency, sum]) => money(sum, currency)).join(` ${and} `);
}

function textOf(transfer: ReturnType<typeof itemsOf>[number]['transfer']): string {
  const reference = transfer.remittanceInformationStructuredArray?.[0]?.reference;
  return reference === undefined ? (transfer.remittanceInformationUnstructured ?? '') : `KID ${reference}`;
}

/** Payments with their outcomes. */
export function paymentHistory(lines: readonly PaymentLine[], words: Words): Html {
  return html`<ul class="rows">
    ${lines.map((line) => {
      const { accountName: name, accountNumber, status, amount, currency } = line;
      const payee = payeeOf(line);
      const at = when(line, words);
      return html`<li>
        ${avatar(payee)}
        <span>
          <b>${payee}</b>
          <small
            >${words.from}
            ${payingText(name === null ? null : { name, bban: accountNumber ?? '' }, words)}${at !== '' && `, ${at}`}:
            ${words.statuses[status]}</small
          >
        </span>
        <b class="sum">${words.money(amount, currency)}</b>
      </li>`;
    })}
  </ul>`;
}

/** Name and number of a debtor account. */
export function payingText(account: ListedPayment['from'], { deletedAccount }: Words): string {
  return account === null ? deletedAccount : `${account.name} ${readable(account.bban)}`;
}

type Dates = Pick<PaymentLine, 'executionDate' | 'startDate' | 'endDate' | 'frequency'>;

function datesOf({ body }: Payment): Dates {
  const { requestedExecutionDate: executionDate = null } = body;
  if (body.payments !== undefined) return { executionDate, startDate: null, endDate: null, frequency: null };
  const { startDate = null, endDate = null, frequency = null } = body;
  return { executionDate, startDate, endDate, frequency };
}

/** '' for a payment without a date. */
function when({ executionDate, startDate, endDate, frequency }: Dates, { on, every, day }: Words): string {
  if (executionDate !== null) return on(day(executionDate));
  if (startDate === null) return '';
  return every(frequency ?? '', day(startDate), endDate === null ? null : day(endDate));
}

function accountText({ bban, iban }: { bban?: string; iban?: string }): string {
  if (iban !== undefined) return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return bban?.length === 11 ? readable(bban) : (bban ?? '');
}
