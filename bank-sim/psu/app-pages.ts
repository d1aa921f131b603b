/** The app variant of the SCA pages (HDR-4): open the simulated app, sign in, review, confirm with a fingerprint. Plain forms, no script. */
import type { Sca } from '../domain/sca.ts';
import type { Approval } from './decide.ts';
import { html, type Html } from '../../shared/html.ts';
import { drawing } from './html.ts';
import {
  actOf,
  askedPayments,
  goButton,
  type Look,
  peopleField,
  type People,
  type PsuPage,
  type Question,
  questionBody,
  scaPage,
  titleOf,
  valueOf,
} from './pages.ts';
import type { ListedPayment } from './payment-list.ts';
import type { Fault } from './words.ts';

/** First page, still in the browser. */
export function openAppPage(look: Look, sca: Sca): PsuPage {
  const { app, question } = look.words;
  const body = html`<h1>${app.heading}</h1>
    <p>${app.inApp(question(sca.ask, sca.tppName, 1))}</p>
    <p class="soft">${app.noPhone}</p>`;
  return scaPage(look, sca, { title: 'openApp', at: 1, body, go: goButton('open', app.open) });
}

/** Second page: the simulated app asks whose phone it is. */
export function appSignInPage(look: Look, sca: Sca, people: People, wrong: Fault | null): PsuPage {
  const { app, question, signIn } = look.words;
  const body = html`<h1>${question(sca.ask, sca.tppName, 1)}</h1>
    <p class="soft">${app.chooseHere}</p>
    ${peopleField(look, people, wrong)}`;
  const go = goButton('identify', signIn);
  return scaPage(look, sca, { title: 'signIn', at: 1, body, go, inApp: true });
}

/** Third page: as in the browser. */
export function appQuestionPage(look: Look, question: Question): PsuPage {
  const { sca, capacities, payments } = question;
  const go = capacities.length > 0 && goButton('confirm', `${actOf(look, sca, payments)}…`);
  const body = questionBody(look, question);
  return scaPage(look, sca, { title: titleOf(sca), at: 2, body, go, inApp: true, story: 2 });
}

/** Fourth page: a summary, and the fingerprint that approves it. */
export function fingerprintPage(
  look: Look,
  sca: Sca,
  approval: Approval,
  payments: readonly ListedPayment[],
): PsuPage {
  const { app, question, own } = look.words;
  const { customer, capacity, chosen } = approval;
  const value = valueOf(capacity);
  const who = capacity.title === null ? customer.name : own.whose(customer.name, capacity.title);
  const body = html`<h1>${app.confirm}</h1>
    <p class="soft">${who}. ${question(sca.ask, sca.tppName, Math.max(1, payments.length))}.</p>
    ${askedPayments(look, sca, payments)} ${sca.ask === 'consent' && sharedAccounts(look, approval)}
    <input type="hidden" name="nationalId" value="${customer.number}" />
    <input type="hidden" name="capacity" value="${value}" />
    ${chosen.map((id) => html`<input type="hidden" name="account/${value}" value="${id}" />`)}`;
  const go = html`<button class="touch" name="step" value="approve">
    <i>${drawing('finger')}</i>${app.finger(actOf(look, sca, payments))}
  </button>`;
  return scaPage(look, sca, { title: 'fingerprint', at: 2, body, go, inApp: true, story: 2 });
}

function sharedAccounts({ words }: Look, { capacity, chosen }: Approval): Html {
  const names = [...capacity.accounts, ...capacity.cards].filter(({ id }) => chosen.includes(id));
  return html`<section class="part" aria-labelledby="asked">
    <h2 id="asked">${words.shared}</h2>
    <ul class="names">
      ${names.map(({ name }) => html`<li>${name}</li>`)}
    </ul>
  </section>`;
}
