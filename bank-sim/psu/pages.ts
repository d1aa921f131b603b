/** The SCA pages: sign in, then choose capacity and accounts. Plain forms, no script. */
import { type Brand, HOUSES, inkOn } from '../../shared/node/brand.ts';
import { osloDate } from '../../shared/norway/oslo.ts';
import { renewalDays } from '../domain/consent.ts';
import type { Account, CardAccount, Customer } from '../domain/model.ts';
import { itemsOf } from '../domain/payment.ts';
import { SCA_LIFETIME, type Sca } from '../domain/sca.ts';
import type { CustomerStore } from '../store/customers.ts';
import type { Capacity } from './capacity.ts';
import { html, Html } from '../../shared/html.ts';
import { avatar, drawing, readable, spaced } from './html.ts';
import { type ListedPayment, paymentItems, totals } from './payment-list.ts';
import { STYLE } from './style.ts';
import { EN, type Fault, type Words } from './words.ts';

/** Language and brand of a page. */
export interface Look {
  words: Words;
  brand: Brand;
}

export interface PsuPage {
  /** In English, for the journal. */
  title: string;
  html: string;
}

export type Title = keyof Words['titles'];

/** @param body from the end of the header on @param beside the brand, in the header @param inApp in the bank's simulated app (HDR-4) */
export function page(
  { words, brand }: Look,
  title: Title,
  body: Html,
  { beside = html``, inApp = false }: { beside?: Html; inApp?: boolean } = {},
): PsuPage {
  const { name, colour } = brand;
  const own =
    colour === null
      ? ''
      : `:root { --head: ${colour}; --on-head: ${inkOn(colour)}; --gold: ${inkOn(colour)}; --go: ${colour}; --on-go: ${inkOn(colour)}; }`;
  const text = html`<!doctype html>
    <html lang="${words.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${words.titles[title]} · ${words.aBank(name)}</title>
        <style>
          ${new Html(STYLE + own)}
        </style>
      </head>
      <body class="${inApp ? 'desk' : ''}">
        <header>
          ${!inApp && html`<div class="top"><div class="wrap">${brandMark(brand)}${beside}</div></div>`}
          <div class="strip">
            <p class="wrap">
              ${drawing('flask')}<span
                ><b>${inApp ? words.practiceApp : words.practice}</b> ${words.notReal}</span
              >
            </p>
          </div>
        </header>
        ${body}
      </body>
    </html>`.text;
  return { title: EN.titles[title], html: text };
}

function brandMark({ name }: Brand): Html {
  return html`<strong class="brand">${name === HOUSES.bank.name && drawing('mark')}${name}</strong>`;
}

/** What a page of an SCA shows in its form. */
interface Step {
  title: Title;
  /** In the path of three steps. */
  at: 1 | 2;
  body: Html;
  /** The button to continue, if there is one; that to abort is beside it. */
  go: Html | false;
  inApp?: boolean;
  /** Of the steps in the app. */
  story?: 1 | 2;
}

/** A page of an SCA: who asks, and the form with its answer. */
export function scaPage(
  look: Look,
  sca: Sca,
  { title, at, body, go, inApp = false, story = 1 }: Step,
): PsuPage {
  const { words, brand } = look;
  const abort = html`<button class="btn" name="step" value="abort">${words.abort}</button>`;
  const until = html`<p class="until">${words.until(sca.createdAt + SCA_LIFETIME)}</p>`;
  if (inApp) {
    const main = html`<main>
      <section class="beside part" aria-labelledby="story">
        <h2 id="story">${words.app.onPhone}</h2>
        ${stepList(words.app.story(sca.tppName), story, 'story')}
      </section>
      <form class="phone" method="post" aria-label="${words.app.phone}">
        <div class="screen">
          <div class="apphead">${brandMark(brand)}</div>
          <div class="appbody" tabindex="0">${body}</div>
          <div class="sheet">${go} ${abort}</div>
        </div>
      </form>
      <section class="beside practice" aria-labelledby="simulated">
        <h2 id="simulated">${drawing('flask')}${words.app.simulated}</h2>
        <p>${words.app.noFinger}</p>
        ${until}
      </section>
    </main>`;
    return page(look, title, main, { inApp });
  }
  const main = html`<main class="wrap two">
    ${asker(look, sca)}
    <form class="card" method="post">
      ${body}
      <div class="stick">
        <div class="acts">${go} ${abort}</div>
        ${until}
      </div>
    </form>
  </main>`;
  const beside = html`<nav aria-label="${words.path}">
    ${stepList(words.steps(sca.tppName), at - 1, 'path')}
  </nav>`;
  return page(look, title, main, { beside });
}

/** @param at which step it is, from 0 */
function stepList(steps: readonly string[], at: number, kind: 'path' | 'story'): Html {
  const state = (n: number) => (n < at ? 'class="done"' : n === at ? 'aria-current="step"' : '');
  return html`<ol class="${kind}">
    ${steps.map((step, n) => html`<li data-n="${n + 1}" ${new Html(state(n))}><span>${step}</span></li>`)}
  </ol>`;
}

function asker({ words }: Look, { tppName, ask }: Sca): Html {
  const facts = words.facts[ask];
  const fact = (kind: 'yes' | 'no') => (text: string) =>
    html`<li class="${kind}">
      ${drawing(kind)}<span><span class="sr">${words[kind]}: </span>${text}</span>
    </li>`;
  return html`<aside class="asker" aria-label="${words.whoAsks}">
    <div class="who">
      ${avatar(tppName, 'tpp')}<span><b>${tppName}</b> <span class="soft small">${words.sentYou}</span></span>
    </div>
    <ul class="facts">
      ${facts.yes.map(fact('yes'))} ${facts.no.map(fact('no'))}
    </ul>
  </aside>`;
}

/** The button that goes on with an SCA. */
export function goButton(step: 'open' | 'identify' | 'confirm' | 'approve', label: string): Html {
  return html`<button class="btn go" name="step" value="${step}">${label}</button>`;
}

/** Customers on a page. A sandbox can have any number. */
const MAX_PEOPLE = 50;

export interface People {
  offered: readonly Customer[];
  total: number;
  /** Number of the chosen one. */
  chosen: string;
}

/** @param chosen the first if it is left out */
export function peopleOf(
  customers: Pick<CustomerStore, 'first' | 'count'>,
  chosen?: Customer | null,
): People {
  const first = customers.first(MAX_PEOPLE);
  const isThere = !chosen || first.some(({ id }) => id === chosen.id);
  const offered = isThere ? first : [chosen, ...first.slice(1)];
  return { offered, total: customers.count(), chosen: (chosen ?? offered[0])?.number ?? '' };
}

/** The number that a PSU has typed, or else that of the customer whom they have chosen; null if the form has neither field. */
export function numberIn(form: URLSearchParams): string | null {
  const typed = form.get('nationalId')?.replaceAll(' ', '') ?? null;
  return typed === null || typed === '' ? (form.get('customer') ?? typed) : typed;
}

/** Customers to choose from, and a field for the number of any other. */
export function peopleField({ words }: Look, { offered, total, chosen }: People, wrong: Fault | null): Html {
  return html`${wrong !== null && html`<p class="wrong" id="wrong" role="alert">${wrong(words)}</p>`}
    <fieldset class="practice">
      <legend>${drawing('flask')}${words.customers}</legend>
      <div class="people">
        ${offered.map(
          ({ number, name, type }) =>
            html`<label class="choice"
              ><input
                type="radio"
                name="customer"
                value="${number}"
                data-name="${name}"
                ${number === chosen && new Html('checked')}
              />
              ${avatar(name, type === 'CORPORATE' ? 'firm' : '')}
              <span><b>${name}</b> <span class="soft code">${spaced(number)}</span></span></label
            >`,
        )}
      </div>
      ${(total > offered.length || offered.some(({ type }) => type === 'CORPORATE')) && html`<p class="small">${offered.some(({ type }) => type === 'CORPORATE') && words.companySigns} ${total > offered.length && words.firstOf(offered.length, total)}</p>`}
    </fieldset>
    <div class="part">
      <label for="nationalId">${words.number}</label>
      <input
        class="entry"
        id="nationalId"
        name="nationalId"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        aria-describedby="number-hint"
        ${wrong !== null && new Html('aria-invalid="true" aria-errormessage="wrong"')}
      />
      <p class="small soft" id="number-hint">${words.numberHint}</p>
    </div>`;
}

/** First page: asks for the national ID. */
export function identifyPage(look: Look, sca: Sca, people: People, wrong: Fault | null): PsuPage {
  const { words } = look;
  const body = html`<div class="part">
      <h1>${words.question(sca.ask, sca.tppName, 1)}</h1>
      <p class="soft">${words.seeFirst}</p>
    </div>
    ${peopleField(look, people, wrong)}`;
  return scaPage(look, sca, { title: 'identify', at: 1, body, go: goButton('identify', words.continue) });
}

export interface Question {
  sca: Sca;
  customer: Customer;
  /** The person who acts with the number of a company, null if the bank does not know the name; left out if the customer is a person. */
  signatory?: string | null;
  /** Those that can answer. */
  capacities: readonly Capacity[];
  /** The preselected capacity. */
  first: Capacity | undefined;
  payments: readonly ListedPayment[];
  /** The PSU has already approved all payments, and someone else must (PAY-6a). */
  hasSigned: boolean;
  /** The one-time code that the quirk secondFactor asks for; null without it. */
  code: string | null;
  /** What was wrong with the previous attempt. */
  wrong: Fault | null;
}

/** Second page: capacity and accounts or payments, approve or abort. */
export function questionPage(look: Look, question: Question): PsuPage {
  const { sca, capacities } = question;
  const go = capacities.length > 0 && goButton('approve', actOf(look, sca, question.payments));
  return scaPage(look, sca, { title: titleOf(sca), at: 2, body: questionBody(look, question), go });
}

export function titleOf({ ask }: Sca): Title {
  return ask === 'identify' ? 'signIn' : ask;
}

/** What the button to approve says. */
export function actOf({ words }: Look, { ask }: Sca, payments: readonly ListedPayment[]): string {
  const items = payments.flatMap(({ payment }) => itemsOf(payment));
  return words.act(ask, items.length, totals(items, words));
}

export function questionBody(look: Look, question: Question): Html {
  const { words } = look;
  const { sca, customer, signatory, capacities, first, payments, hasSigned, code, wrong } = question;
  const { ask, tppName } = sca;
  // An SCA without payments counts as one.
  const count = Math.max(
    1,
    payments.reduce((sum, { payment }) => sum + itemsOf(payment).length, 0),
  );
  const who = signatory === undefined ? words.you(customer.name) : words.signatory(signatory, customer.name);
  const hint = words.hint(ask, tppName, count, renewalDays(osloDate(sca.createdAt)));
  return html`<div class="part">
      <h1>${words.question(ask, tppName, count)}</h1>
      <p class="soft">${who}, <span class="code">${spaced(customer.number)}</span>. ${hint}</p>
      ${wrong !== null && html`<p class="wrong" role="alert">${wrong(words)}</p>`}
      ${hasSigned && html`<p class="wrong" role="alert">${words.signedBefore(payments.length)}</p>`}
      ${capacities.length === 0 && html`<p class="wrong" role="alert">${words.actsForNobody(customer.name)}</p>`}
    </div>
    <input type="hidden" name="nationalId" value="${customer.number}" />
    ${capacityChoice(look, question, first)} ${askedPayments(look, sca, payments)}
    ${code !== null && codeField(look, code, payments)}`;
}

/** SCA-7. */
export function askedPayments(
  { words }: Look,
  { ask }: Sca,
  payments: readonly ListedPayment[],
): Html | false {
  return (
    payments.length > 0 &&
    html`<section class="part" aria-labelledby="asked">
      <h2 id="asked">${words.asked(ask)}</h2>
      ${paymentItems(payments, words)}
    </section>`
  );
}

/** On whose behalf: a choice only if several capacities can answer. */
function capacityChoice(
  look: Look,
  { sca, customer, capacities }: Question,
  first: Capacity | undefined,
): Html | false {
  const { words } = look;
  const shares = (capacity: Capacity) => sca.ask === 'consent' && accountChoices(look, capacity);
  const [only, ...others] = capacities;
  if (only === undefined) return false;
  const { title } = only;
  if (others.length === 0)
    return html`<input
        type="hidden"
        name="capacity"
        value="${valueOf(only)}"
        data-name="${nameOf(only, words)}"
      />
      ${title !== null && title !== customer.name && html`<p class="behalf">${avatar(title, 'sm firm')}<span>${words.actsFor(title)}.</span></p>`}
      ${shares(only)}`;
  return html`<fieldset>
    <legend>${sca.ask === 'consent' ? words.behalfAndShared : words.behalf}</legend>
    <div class="choices">
      ${capacities.map(
        (capacity) =>
          html`<label class="choice"
              ><input
                type="radio"
                name="capacity"
                value="${valueOf(capacity)}"
                data-name="${nameOf(capacity, words)}"
                ${capacity === first && new Html('checked')}
              />
              ${avatar(capacity.title ?? customer.name, capacity.title === null ? '' : 'firm')}
              <span
                ><b>${capacity.title ?? words.myself}</b>
                <span class="soft small"
                  >${capacity.title === null ? words.private : agreementText(capacity, capacities, words)}</span
                ></span
              ></label
            >
            ${shares(capacity)}`,
      )}
    </div>
  </fieldset>`;
}

/** For programs: of a company with its agreement. */
function nameOf({ agreement, title }: Capacity, { myself }: Words): string {
  return title === null ? myself : `${title}, ${agreement?.name ?? ''}`;
}

/** The name of an agreement only tells several of one company apart. */
function agreementText({ agreement, title }: Capacity, all: readonly Capacity[], words: Words): string {
  const isOnly = all.filter((one) => one.title === title).length === 1;
  return isOnly ? words.agreement : (agreement?.name ?? '');
}

export function valueOf({ agreement }: Capacity): string {
  return agreement?.id ?? 'PRIVATE';
}

function accountChoices(look: Look, capacity: Capacity): Html {
  const { words } = look;
  return html`<div
    class="shares"
    role="group"
    aria-label="${words.accountsOf(capacity.title ?? words.myself)}"
  >
    ${sharedFields(look, capacity, `account/${valueOf(capacity)}`, true)}
  </div>`;
}

/** Boxes for the accounts and cards of a capacity. @param name of each box */
export function sharedFields(
  { words }: Look,
  { accounts, cards }: Capacity,
  name: string,
  checked: boolean,
): Html {
  const field = (one: Account | CardAccount, number: string, minor: number) =>
    html`<label
      ><input type="checkbox" name="${name}" value="${one.id}" ${checked && new Html('checked')} />
      <span><b>${one.name}</b> <span class="soft small num">${number}</span></span>
      <span class="num soft">${words.money(minor, one.currency)}</span></label
    >`;
  return html`${accounts.map((account) => field(account, readable(account.bban), account.booked))}
  ${cards.map((card) => field(card, card.maskedPan, -card.used))}`;
}

/** The second factor: a code that is good for this SCA only. */
function codeField({ words }: Look, code: string, payments: readonly ListedPayment[]): Html {
  const items = payments.flatMap(({ payment }) => itemsOf(payment));
  return html`<div class="factor">
    <section class="practice" aria-labelledby="device">
      <h2 id="device">${drawing('flask')}${words.device}</h2>
      <div class="device">
        <output for="code">${code.slice(0, 3)} ${code.slice(3)}</output>
        ${items.length > 0 && html`<small>${totals(items, words)}</small>`}
      </div>
    </section>
    <div class="part">
      <label for="code">${words.code}</label>
      <input
        class="entry"
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        aria-describedby="code-hint"
      />
      <p class="small soft" id="code-hint">${words.codeHint}</p>
    </div>
  </div>`;
}

/** SCA-6: shows a clear page and does not redirect. */
export function deadEndPage(look: Look, kind: keyof Words['deadEnds']): PsuPage {
  const { words } = look;
  return page(
    look,
    kind,
    html`<main class="wrap one">
      <div class="card">
        <h1>${words.titles[kind]}</h1>
        <p>${words.deadEnds[kind]}</p>
      </div>
    </main>`,
  );
}
