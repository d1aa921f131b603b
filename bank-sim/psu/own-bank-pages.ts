/** The pages of the PSU's own bank: sign in, then accounts, consents and payments. */
import type { Customer } from '../domain/model.ts';
import type { PaymentLine } from '../store/payments.ts';
import type { Capacity } from './capacity.ts';
import { html, type Html } from '../../shared/html.ts';
import { avatar, readable } from './html.ts';
import type { OwnConsent, OwnConsents } from './own-bank.ts';
import { type Look, page, type People, peopleField, type PsuPage, sharedFields } from './pages.ts';
import { paymentHistory } from './payment-list.ts';
import type { Fault } from './words.ts';

/** TPPs in the form. Any caller is one. */
const MAX_TPPS = 500;

export function signInPage(look: Look, people: People, wrong: Fault | null): PsuPage {
  const { titles, continue: goOn } = look.words;
  return page(
    look,
    'ownBank',
    html`<main class="wrap one">
      <form class="card" method="get" action="/bank">
        <h1>${titles.ownBank}</h1>
        ${peopleField(look, people, wrong)}
        <div class="stick">
          <div class="acts"><button class="btn go">${goOn}</button></div>
        </div>
      </form>
    </main>`,
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
  message: { text: Fault; wrong: boolean } | null;
  /** Bank time in milliseconds. */
  now: number;
}

export function ownBankPage(look: Look, bank: OwnBank): PsuPage {
  const { words } = look;
  const { own } = words;
  const { customer, capacities, consents, payments, tpps, message, now } = bank;
  const older = (newer: number | null, label: string) =>
    newer !== null && html`<p><a href="/bank?nationalId=${customer.number}&newer=${newer}">${label}</a></p>`;
  const body = html`<main class="wrap home">
    <div class="name">
      ${avatar(customer.name, customer.type === 'CORPORATE' ? 'firm' : '')}
      <h1>${customer.name}</h1>
      <p class="soft small">${own.bankTime(words.date(now), words.time(now))}</p>
    </div>
    ${message !== null && html`<p class="${message.wrong ? 'wrong' : 'done'}" role="${message.wrong ? 'alert' : 'status'}">${message.text(words)}</p>`}
    <section aria-labelledby="accounts">
      <h2 id="accounts" class="sr">${own.accounts}</h2>
      <div class="accounts">${capacities.map((capacity) => accountsOf(look, capacity, customer))}</div>
    </section>
    <div class="columns">
      <section class="panel" aria-labelledby="consents">
        <h2 id="consents">${own.readers}</h2>
        ${
          consents.shown.length === 0 && consents.newer === 0
            ? html`<p class="soft">${own.nobody}</p>`
            : html`<ul class="rows">
                  ${consents.shown.map((consent) => consentItem(look, consent, customer))}
                </ul>
                ${older(consents.newer > 0 ? 0 : null, own.newest)} ${older(consents.older, own.older)}`
        }
        ${tpps.length > 0 && grantForm(look, bank)}
      </section>
      <section class="panel" aria-labelledby="payments">
        <h2 id="payments">${own.payments}</h2>
        ${payments.length === 0 ? html`<p class="soft">${own.noPayments}</p>` : paymentHistory(payments, words)}
      </section>
    </div>
  </main>`;
  return page(look, 'ownBank', body, { beside: html`<a href="/bank">${own.someoneElse}</a>` });
}

function accountsOf({ words }: Look, { title, accounts }: Capacity, customer: Customer): Html {
  return html`<section>
    <h3>${avatar(title ?? customer.name, title === null ? 'sm' : 'sm firm')}${title ?? words.own.yours}</h3>
    <ul>
      ${accounts.map(
        ({ name, bban, booked, currency }) =>
          html`<li>
            <span>${name} <small class="num">${readable(bban)}</small></span>
            <b class="num">${words.money(booked, currency)}</b>
          </li>`,
      )}
    </ul>
  </section>`;
}

function consentItem({ words }: Look, consent: OwnConsent, customer: Customer): Html {
  const { own } = words;
  const { tppName, company, names, more } = consent;
  const whose =
    company === null ? tppName : own.whose(tppName, company === '' ? words.deletedAgreement : company);
  return html`<li>
    ${avatar(tppName, 'tpp')}
    <span>
      <b>${whose}</b>, ${own.since(words.date(consent.grantedAt))}: ${own.states[consent.state]}
      <small>${names.join(', ')}${more > 0 && words.more(more)}</small>
    </span>
    ${
      consent.state === 'valid' &&
      html`<form method="post" action="/bank/revoke">
        <input type="hidden" name="nationalId" value="${customer.number}" />
        <button class="btn sm" name="consent" value="${consent.id}" aria-label="${own.revoke} ${whose}">
          ${own.revoke}
        </button>
      </form>`
    }
  </li>`;
}

function grantForm(look: Look, { customer, capacities, tpps }: OwnBank): Html {
  const { words } = look;
  return html`<details>
    <summary>${words.own.give}</summary>
    <form class="part" method="post" action="/bank/grant">
      <input type="hidden" name="nationalId" value="${customer.number}" />
      <label for="tpp">TPP</label>
      <select id="tpp" name="tpp">
        ${tpps.slice(0, MAX_TPPS).map((tpp) => html`<option value="${tpp.id}">${tpp.name}, ${tpp.id}</option>`)}
      </select>
      ${tpps.length > MAX_TPPS && html`<p class="soft small">${words.firstOf(MAX_TPPS, tpps.length)}</p>`}
      ${capacities.map(
        (capacity) =>
          html`<fieldset>
            <legend>${words.accountsOf(capacity.title ?? words.myself)}</legend>
            <div class="shares">${sharedFields(look, capacity, 'shared', capacity.agreement === null)}</div>
          </fieldset>`,
      )}
      <button class="btn go">${words.own.share}</button>
    </form>
  </details>`;
}
