/** The pages of the PSU's own bank: sign in, then consents and accounts. */
import { minorText } from '../../shared/money/money.ts';
import type { Customer } from '../domain/model.ts';
import type { PaymentLine } from '../store/payments.ts';
import type { Capacity } from './capacity.ts';
import { html, type Html, readable } from './html.ts';
import type { OwnConsent, OwnConsents } from './own-bank.ts';
import { accountChoice, cardChoice, page, type People, peopleField } from './pages.ts';
import { paymentHistory } from './payment-list.ts';

/** TPPs in the form. Any caller is one. */
const MAX_TPPS = 500;

export function signInPage(people: People, entered: string, wrong: string | null): string {
  return page(
    'Your bank',
    html`<h1>Your bank</h1>
      <form method="get">
        <fieldset>
          <legend>Who you are</legend>
          ${peopleField(people, entered, wrong)}
        </fieldset>
        <div class="acts"><button class="yes">Continue</button></div>
      </form>`,
  );
}

export interface OwnBank {
  customer: Customer;
  capacities: readonly Capacity[];
  consents: OwnConsents;
  /** The most recent payments from these accounts, newest first. */
  payments: readonly PaymentLine[];
  /** TPPs that have called the bank. */
  tpps: readonly { id: string; name: string }[];
  /** A success or error message, or null. */
  message: { text: string; wrong: boolean } | null;
}

export function ownBankPage({ customer, capacities, consents, payments, tpps, message }: OwnBank): string {
  return page(
    'Your bank',
    html`<h1>${customer.name}</h1>
      ${message !== null && html`<p class="${message.wrong ? 'wrong' : 'done'}" role="${message.wrong ? 'alert' : 'status'}">${message.text}</p>`}
      <section aria-labelledby="consents">
        <h2 id="consents">Who may read your accounts</h2>
        ${
          consents.shown.length === 0 && consents.newer === 0
            ? html`<p class="hint">
                Nobody. TPPs that you give access appear here. You can revoke access at any time.
              </p>`
            : html`<ul class="list">
                  ${consents.shown.map((consent) => consentItem(consent, customer))}
                </ul>
                ${consents.newer > 0 && html`<p><a href="/bank?nationalId=${customer.number}">Newest</a></p>`}
                ${consents.older !== null && html`<p><a href="/bank?nationalId=${customer.number}&newer=${String(consents.older)}">Older</a></p>`}`
        }
      </section>
      <section aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        ${capacities.map(
          (capacity) =>
            html`<h3>${capacity.agreement === null ? 'Your own' : capacity.title}</h3>
              <ul class="list">
                ${capacity.accounts.map(
                  (account) =>
                    html`<li>
                      <span>${account.name}<br /><span class="hint">${readable(account.bban)}</span></span>
                      <b>${minorText(account.booked, account.currency)}</b>
                    </li>`,
                )}
              </ul>`,
        )}
      </section>
      <section aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${
          payments.length === 0
            ? html`<p class="hint">None yet. Payments that a TPP creates from these accounts appear here.</p>`
            : paymentHistory(payments)
        }
      </section>
      ${tpps.length > 0 && grantForm(customer, capacities, tpps)}
      <p class="hint"><a href="/bank">Sign in as someone else</a></p>`,
  );
}

const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Oslo',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const STATES = { valid: 'valid', revoked: 'revoked by you', expired: 'expired', missing: 'missing' } as const;

function consentItem(consent: OwnConsent, customer: Customer): Html {
  const whose = consent.company === null ? consent.tppName : `${consent.tppName} for ${consent.company}`;
  return html`<li>
    <span
      >${whose}, since ${DATE.format(consent.grantedAt)}: ${STATES[consent.state]}<br /><span class="hint"
        >${consent.names.join(', ')}${consent.more > 0 && ` and ${consent.more} more`}</span
      ></span
    >
    ${
      consent.state === 'valid' &&
      html`<form method="post" action="/bank/revoke">
        <input type="hidden" name="nationalId" value="${customer.number}" />
        <button class="no" name="consent" value="${consent.id}" aria-label="Revoke ${whose}">Revoke</button>
      </form>`
    }
  </li>`;
}

function grantForm(
  customer: Customer,
  capacities: readonly Capacity[],
  tpps: readonly { id: string; name: string }[],
): Html {
  return html`<form method="post" action="/bank/grant">
    <fieldset>
      <legend>Give a TPP access</legend>
      <input type="hidden" name="nationalId" value="${customer.number}" />
      <label for="tpp">TPP</label>
      <select id="tpp" name="tpp">
        ${tpps.slice(0, MAX_TPPS).map((tpp) => html`<option value="${tpp.id}">${tpp.name}, ${tpp.id}</option>`)}
      </select>
      ${tpps.length > MAX_TPPS && html`<p class="hint">These are the first ${MAX_TPPS} of ${tpps.length}.</p>`}
      ${capacities.map(
        (capacity) =>
          html`<div role="group" aria-label="Accounts of ${capacity.title}">
            ${capacity.agreement !== null && html`<p class="hint">${capacity.title}</p>`}
            ${capacity.accounts.map((account) => accountChoice(account, 'shared', capacity.agreement === null))}
            ${capacity.cards.map((card) => cardChoice(card, 'shared', capacity.agreement === null))}
          </div>`,
      )}
    </fieldset>
    <div class="acts"><button class="yes">Share these accounts</button></div>
  </form>`;
}
