/** The SCA pages in the browser: sign in, then choose capacity and accounts. Plain forms, no script. */
import { osloDate } from '../../shared/norway/oslo.ts';
import { renewalDays } from '../domain/consent.ts';
import type { Account, CardAccount, Customer } from '../domain/model.ts';
import { SCA_LIFETIME, type Sca } from '../domain/sca.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Capacity } from './capacity.ts';
import { html, Html, readable } from './html.ts';
import { itemsOf } from '../domain/payment.ts';
import { type ListedPayment, paymentItems, totals } from './payment-list.ts';
import { STYLE } from './style.ts';

/** The title of a page of {@link page}. */
export function titleOfPage(text: string): string | null {
  return /<title>(.*?) · /.exec(text)?.[1] ?? null;
}

/** @param where in the browser, or in the bank's simulated app (HDR-4) */
export function page(title: string, body: Html, where: 'browser' | 'app' = 'browser'): string {
  const inApp = where === 'app';
  return html`<!doctype html>
    <html lang="en" class="${where}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · ${inApp ? 'Simulated bank app' : 'Simulated bank'}</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <div class="col">
            <strong>${inApp ? 'Simulated bank app' : 'Simulated bank'}</strong><span>${title}</span>
          </div>
          <div class="fake">
            <div class="col">
              ${inApp ? 'A practice app on a simulated phone.' : 'This is a practice bank.'} No real person,
              no real money.
            </div>
          </div>
        </header>
        <main class="col">${body}</main>
      </body>
    </html>`.text;
}

/** Customers on a page. A sandbox can have any number. */
const MAX_PEOPLE = 50;

export interface People {
  offered: readonly Customer[];
  total: number;
}

export function peopleOf(customers: Pick<CustomerStore, 'first' | 'count'>): People {
  return { offered: customers.first(MAX_PEOPLE), total: customers.count() };
}

export function peopleField({ offered, total }: People, entered: string, wrong: string | null): Html {
  return html`<label for="nationalId">National identity number</label>
    <input
      id="nationalId"
      name="nationalId"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      list="people"
      value="${entered}"
      aria-describedby="people-hint"
      ${wrong === null ? '' : new Html('aria-invalid="true" aria-errormessage="wrong"')}
    />
    <datalist id="people">
      ${offered.map((person) => html`<option value="${person.number}">${person.name}</option>`)}
    </datalist>
    ${wrong !== null && html`<p class="wrong" id="wrong" role="alert">${wrong}</p>`}
    <p class="hint" id="people-hint">
      Choose any customer of the practice bank:
      ${offered.map((person, at) => html`${at > 0 && ', '}${person.name} <code>${person.number}</code>`)}.
      ${offered.some(({ type }) => type === 'CORPORATE') && 'Here, a company can sign with its own number, too.'}
      ${total > MAX_PEOPLE && `These are the first ${MAX_PEOPLE} of ${total}. You can type the national identity number of any other customer.`}
    </p>`;
}

/** @param act label of its button */
export function signInForm(
  sca: Sca,
  people: People,
  entered: string,
  wrong: string | null,
  act: string,
): Html {
  return html`<form method="post">
      <fieldset>
        <legend>Who you are</legend>
        ${peopleField(people, entered, wrong)}
      </fieldset>
      <div class="acts">
        <button class="yes" name="step" value="identify">${act}</button>
        ${abortButton()}
      </div>
    </form>
    ${lifetimeHint(sca)}`;
}

/** First page: asks for the national ID. */
export function identifyPage(sca: Sca, people: People, entered: string, wrong: string | null): string {
  return page(
    'Identify yourself',
    html`<h1>${questionOf(sca)}</h1>
      ${signInForm(sca, people, entered, wrong, 'Continue')}`,
  );
}

/** The TPP's request as a sentence. @param transfers of a payment: a bulk payment has several */
export function questionOf({ ask, tppName }: Sca, transfers = 1): string {
  const whole = transfers === 1 ? 'a payment' : `${transfers} payments`;
  const wants = {
    consent: 'asks to see your accounts',
    identify: 'asks who you are',
    payment: `asks you to approve ${whole}`,
    basket: 'asks you to approve several payments together',
    cancellation: `asks you to cancel ${whole}`,
  };
  return `${tppName} ${wants[ask]}`;
}

export const WORDS = {
  consent: { title: 'Share accounts', legend: 'On whose behalf, and what you share', act: 'Approve' },
  identify: { title: 'Sign in', legend: 'On whose behalf', act: 'Approve' },
  payment: { title: 'Approve a payment', legend: 'On whose behalf', act: 'Approve' },
  basket: { title: 'Approve payments', legend: 'On whose behalf', act: 'Approve all' },
  cancellation: { title: 'Cancel a payment', legend: 'On whose behalf', act: 'Cancel the payment' },
} as const;

function hintOf({ ask, tppName, createdAt }: Sca, transfers: number): string {
  switch (ask) {
    case 'consent':
      return `${tppName} may read what you share for ${renewalDays(osloDate(createdAt))} days. You can revoke this at any time.`;
    case 'identify':
      return `${tppName} learns that you are a customer here and on whose behalf you act. No accounts are shared.`;
    case 'cancellation':
      return 'If you approve, the payment will not be carried out.';
    case 'basket':
    case 'payment':
      return ask === 'payment' && transfers === 1
        ? 'Check the amount and the recipient: you approve exactly this and nothing else.'
        : 'Check the amounts and the recipients: you approve exactly these payments and nothing else.';
  }
}

export interface Question {
  sca: Sca;
  customer: Customer;
  capacities: readonly Capacity[];
  /** The preselected capacity. */
  first: Capacity | undefined;
  payments: readonly ListedPayment[];
  /** The PSU has already approved all payments, and someone else must (PAY-6a). */
  hasSigned: boolean;
  /** What was wrong with the previous attempt. */
  wrong: string | null;
}

/** Second page: capacity and accounts or payments, approve or abort. */
export function questionPage(question: Question): string {
  const { title, act } = WORDS[question.sca.ask];
  return page(
    title,
    questionBody(question, html`<button class="yes" name="step" value="approve">${act}</button>`),
  );
}

/** @param approve the button to continue */
export function questionBody(
  { sca, customer, capacities, first, payments, hasSigned, wrong }: Question,
  approve: Html,
): Html {
  const transfers = payments.reduce((count, { payment }) => count + itemsOf(payment).length, 0);
  return html`<h1>${questionOf(sca, transfers)}</h1>
    <p class="hint">You are ${customer.name}, <code>${customer.number}</code>. ${hintOf(sca, transfers)}</p>
    ${wrong !== null && html`<p class="wrong" role="alert">${wrong}</p>`}
    ${hasSigned && html`<p class="wrong" role="alert">You have already signed. Someone else must approve ${payments.length === 1 ? 'this payment' : 'these payments'}.</p>`}
    ${askedPayments(sca, payments)}
    <form method="post">
      <input type="hidden" name="nationalId" value="${customer.number}" />
      ${
        capacities.length === 0
          ? html`<p class="wrong" role="alert">
              ${customer.name} cannot act for anybody at this bank yet: a company acts under an agreement, on
              accounts. Give it an account with POST /v1/sandbox/accounts, then start again.
            </p>`
          : html`<fieldset>
              <legend>${WORDS[sca.ask].legend}</legend>
              ${capacities.map((capacity) => capacityChoice(capacity, capacity === first, sca.ask === 'consent'))}
            </fieldset>`
      }
      <div class="acts">${capacities.length > 0 && approve} ${abortButton()}</div>
    </form>
    ${lifetimeHint(sca)}`;
}

/** SCA-7. */
export function askedPayments({ ask }: Sca, payments: readonly ListedPayment[]): Html | false {
  return (
    payments.length > 0 &&
    html`<section aria-labelledby="asked">
      <h2 id="asked">${ask === 'cancellation' ? 'What you cancel' : 'What you approve'}</h2>
      ${paymentItems(payments)} ${totals(payments)}
    </section>`
  );
}

export function abortButton(): Html {
  return html`<button class="no" name="step" value="abort">Abort</button>`;
}

function capacityChoice(capacity: Capacity, checked: boolean, withAccounts: boolean): Html {
  const value = capacity.agreement?.id ?? 'PRIVATE';
  return html`<label class="pick">
      <input type="radio" name="capacity" value="${value}" ${checked ? new Html('checked') : ''} />
      <span
        >${capacity.title}${capacity.agreement !== null && html`<br /><span class="hint">${capacity.agreement.name}</span>`}</span
      >
    </label>
    ${
      withAccounts &&
      html`<div class="in" role="group" aria-label="Accounts of ${capacity.title}">
        ${capacity.accounts.map((account) => accountChoice(account, `account/${value}`, true))}
        ${capacity.cards.map((card) => cardChoice(card, `account/${value}`, true))}
      </div>`
    }`;
}

export function accountChoice(account: Account, group: string, checked: boolean): Html {
  const label = html`${account.name}
    <span class="hint">${readable(account.bban)}, ${account.currency}</span>`;
  return choice(account.id, group, checked, label);
}

export function cardChoice(card: CardAccount, group: string, checked: boolean): Html {
  return choice(
    card.id,
    group,
    checked,
    html`${card.name} <span class="hint">${card.maskedPan}, ${card.currency}</span>`,
  );
}

function choice(id: string, group: string, checked: boolean, label: Html): Html {
  return html`<label class="pick">
    <input type="checkbox" name="${group}" value="${id}" ${checked ? new Html('checked') : ''} />
    <span>${label}</span>
  </label>`;
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  hour: '2-digit',
  minute: '2-digit',
});

export function lifetimeHint(sca: Sca): Html {
  return html`<p class="hint">
    You can use this page once, until ${TIME.format(sca.createdAt + SCA_LIFETIME)} bank time.
  </p>`;
}

/** SCA-6: shows a clear page and does not redirect. */
export function deadEndPage(
  kind: 'unknown' | 'used' | 'expired' | 'elsewhere' | 'foreign' | 'worker' | 'cookies',
): string {
  const texts = {
    unknown: [
      'Unknown request',
      'The bank has no request at this address. Go back to the app that sent you and start again.',
    ],
    used: [
      'This request has already been answered',
      'A request can be answered only once. Go back to the app that sent you, which can start a new one.',
    ],
    expired: [
      'This request has expired',
      'You must approve within 15 minutes. Go back to the app that sent you and start again.',
    ],
    elsewhere: ['Page not found', 'The simulated bank has no page at this address.'],
    worker: [
      'Not opened by you',
      'Something that another program left in your browser opened this page in your place. It has been removed, and nothing was changed. Open the page again.',
    ],
    cookies: [
      'Too many cookies',
      'Your browser sends more than 128 KB with each request, probably cookies that other programs on this machine have set. Delete the cookies of 127.0.0.1 and localhost in the browser, then open the page again.',
    ],
    foreign: [
      'Not from the bank',
      'Only pages of the bank itself, at its own address on this machine, can send this. Nothing was changed.',
    ],
  } as const;
  const [title, text] = texts[kind];
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${text}</p>`,
  );
}
