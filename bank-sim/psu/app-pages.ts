/** The app variant of the SCA pages (HDR-4): open the simulated app, sign in, review, confirm with a fingerprint. Plain forms, no script. */
import type { Sca } from '../domain/sca.ts';
import type { Approval } from './decide.ts';
import { html, type Html } from './html.ts';
import {
  abortButton,
  askedPayments,
  lifetimeHint,
  page,
  type People,
  type Question,
  questionBody,
  questionOf,
  signInForm,
  WORDS,
} from './pages.ts';
import type { ListedPayment } from './payment-list.ts';

/** First page, still in the browser. */
export function openAppPage(sca: Sca): string {
  return page(
    'Open the app',
    html`<h1>Open your bank's app</h1>
      <p>${questionOf(sca)}. You can do this in the app, with your fingerprint.</p>
      <p class="hint">There is no real app and no real phone: the next page shows a simulated one.</p>
      <form method="post">
        <div class="acts">
          <button class="yes" name="step" value="open">Open the app</button>
          ${abortButton()}
        </div>
      </form>
      ${lifetimeHint(sca)}`,
  );
}

/** Second page: the simulated app asks whose phone it is. */
export function appSignInPage(sca: Sca, people: People, entered: string, wrong: string | null): string {
  return page(
    'Sign in',
    html`<h1>${questionOf(sca)}</h1>
      <p class="hint">A real app knows whose phone it is on. Here you choose.</p>
      ${signInForm(sca, people, entered, wrong, 'Sign in')}`,
    'app',
  );
}

/** Third page: as in the browser. */
export function appQuestionPage(question: Question): string {
  const { title, act } = WORDS[question.sca.ask];
  const next = html`<button class="yes" name="step" value="confirm">${act}…</button>`;
  return page(title, questionBody(question, next), 'app');
}

/** Fourth page: a summary, and the fingerprint that approves it. */
export function fingerprintPage(sca: Sca, approval: Approval, payments: readonly ListedPayment[]): string {
  const { customer, capacity, chosen } = approval;
  const value = capacity.agreement?.id ?? 'PRIVATE';
  return page(
    'Fingerprint',
    html`<h1>Confirm with your fingerprint</h1>
      <p class="hint">
        ${customer.name}${capacity.agreement !== null && html`, for ${capacity.title}`}. ${questionOf(sca)}.
      </p>
      ${askedPayments(sca, payments)} ${sca.ask === 'consent' && sharedAccounts(approval)}
      <form method="post">
        <input type="hidden" name="nationalId" value="${customer.number}" />
        <input type="hidden" name="capacity" value="${value}" />
        ${chosen.map((id) => html`<input type="hidden" name="account/${value}" value="${id}" />`)}
        <button class="finger" name="step" value="approve" aria-describedby="simulated">
          ${FINGERPRINT} ${WORDS[sca.ask].act} with fingerprint
        </button>
        <p class="hint" id="simulated">
          Simulated: pressing this button stands for touching the sensor. No fingerprint is read.
        </p>
        <div class="acts">${abortButton()}</div>
      </form>
      ${lifetimeHint(sca)}`,
    'app',
  );
}

function sharedAccounts({ capacity, chosen }: Approval): Html {
  const names = [...capacity.accounts, ...capacity.cards].filter(({ id }) => chosen.includes(id));
  return html`<section aria-labelledby="asked">
    <h2 id="asked">What you share</h2>
    <ul class="list">
      ${names.map(({ name }) => html`<li>${name}</li>`)}
    </ul>
  </section>`;
}

const FINGERPRINT = html`<svg
  viewBox="0 0 48 48"
  fill="none"
  stroke="currentColor"
  stroke-width="2.4"
  stroke-linecap="round"
  aria-hidden="true"
>
  <path d="M10 10a20 20 0 0 1 28 0" />
  <path d="M9 31c2-3 3-5 3-9a12 12 0 0 1 24 0c0 5 0 9-1 13" />
  <path d="M14 39c2-5 3-9 3-17a7 7 0 0 1 14 0c0 8-1 13-2 18" />
  <path d="M21 43c1-6 1-12 1-21a2 2 0 0 1 4 0c0 9 0 15-2 22" />
</svg>`;
