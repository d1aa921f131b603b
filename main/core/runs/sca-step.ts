/** An SCA step: a PSU approves or aborts on the bank's pages. */
import type { Assertion } from '../../../shared/collections/assertion.ts';
import type { Filler } from '../../../shared/collections/fill.ts';
import type { Variable } from '../../../shared/collections/scope.ts';
import type { ScaStep } from '../../../shared/collections/steps.ts';
import type { Actor } from './actor.ts';
import { isTimeout } from '../requests/tls-failure.ts';
import { type Done, NoAnswer, NoPage, StepFailure, StepSkipped } from './step-outcome.ts';
import { type Ended, type Journey, type Persona, saidIn, visit } from './psu-browser.ts';
import { Page, PageError } from './psu-page.ts';
import type { RunTarget } from './target.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Hidden, masked } from '../redaction/mask.ts';

const t = texts.running.sca;

interface ActParts {
  target: RunTarget;
  actor: Actor;
  /** Masked in what the user sees: those of the run, and of these variables. */
  secrets: (used: readonly Variable[]) => readonly Hidden[];
  /** Aborted at the step's timeout and at the end of the run. */
  signal: AbortSignal;
  /** Milliseconds. */
  timeout: number;
  /** Aborted at the end of the run. The user has no timeout. */
  stopped: AbortSignal;
  /** Where the visit to the bank has ended, if it was made before the step. */
  visited?: Ended | null;
}

/** @param expect assertions of the step; one about the redirect's code replaces the implicit one @throws StepFailure, StepSkipped, MissingVariables */
export async function act(
  step: ScaStep,
  expect: readonly Assertion[],
  filler: Filler,
  { target, actor, secrets, signal, timeout, stopped, visited = null }: ActParts,
): Promise<Done> {
  const { link, persona } = askedOfPsu(step, filler, actor, target);
  if (link === null) throw new NoPage(step.decision === 'revoke' ? t.noOnlineBank : t.noLink);
  // The link may come from the collection, but its origin must be the bank's.
  const { bank } = target.destination;
  // The user opens other pages.
  if (target.pages !== null && visited === null) target.flow?.opened(link, 'run', bank);
  const { last, asked } =
    visited !== null
      ? { last: visited, asked: '' }
      : target.pages === null
        ? await byPerson(link, persona, {
            target,
            actor,
            secrets: secrets(filler.used),
            signal,
            timeout,
            stopped,
          })
        : await browse(link, persona, journeyOf(target, target.pages, actor, signal), timeout);
  if (last.at === 'page') return revoked(persona, last.html);
  const redirect = new URL(last.href);
  actor.scaRedirect = null;
  const succeeded = actor.returned(redirect);
  target.flow?.returned(redirect.href, succeeded ? 'success' : 'failure', bank);
  const expected = step.decision === 'approve';
  const saysItself = expect.some(
    ({ that }) => that.of === 'error-code' || (that.of === 'redirect' && that.name === 'code'),
  );
  const parameters = redirect.searchParams;
  const why = [parameters.get('code'), parameters.get('message')].filter((one) => one !== null).join(': ');
  return {
    outcome: { response: null, redirect: redirect.href },
    line: expected ? t.approve(persona.psu) : t.abort(persona.psu),
    exchange: null,
    refusal: succeeded || why === '' ? null : why,
    usual: saysItself
      ? []
      : [
          {
            holds: succeeded === expected,
            text: expected
              ? succeeded
                ? t.succeeds(asked)
                : t.failed(why)
              : succeeded
                ? t.succeeded
                : t.doesNotSucceed,
            warns: false,
          },
        ],
  };
}

/** What an online bank has done. */
function revoked({ psu }: Persona, html: string): Done {
  return {
    outcome: { response: null, redirect: null },
    line: t.revoke(psu),
    exchange: null,
    refusal: null,
    usual: [{ holds: true, text: saidIn(new Page(html)) ?? '', warns: false }],
  };
}

/** The page that the step opens, and what the PSU does there. @returns `link` null if there is none @throws MissingVariables */
export function askedOfPsu(
  step: ScaStep,
  filler: Filler,
  actor: Pick<Actor, 'pageOrigins' | 'scaRedirect'>,
  { pages }: Pick<RunTarget, 'pages'>,
): { link: string | null; persona: Persona } {
  const text = (value: string | undefined) => (value === undefined ? null : filler.text(value));
  const [origin] = (pages === 'sent' ? actor.pageOrigins : pages) ?? [];
  const onlineBank = origin === undefined ? null : `${origin}/bank`;
  const link = step.decision === 'revoke' ? onlineBank : (text(step.link) ?? actor.scaRedirect);
  const persona = {
    psu: filler.text(step.psu),
    decision: step.decision,
    context: step.context ?? null,
    agreement: text(step.agreement),
    accounts: step.accounts?.map((account) => filler.text(account)) ?? null,
  };
  filler.check();
  return { link, persona };
}

/** @param pages that may be opened, see {@link RunTarget} */
export function journeyOf(
  { redirectUri, destination }: Pick<RunTarget, 'destination' | 'redirectUri'>,
  pages: NonNullable<RunTarget['pages']>,
  { pageOrigins }: Pick<Actor, 'pageOrigins'>,
  signal: AbortSignal,
): Journey {
  return { origins: pages === 'sent' ? pageOrigins : pages, redirectUri, ca: destination.ca, signal };
}

/** Waits for the return from the bank's page. */
async function byPerson(
  link: string,
  persona: Persona,
  { target, actor, secrets, ...ends }: Omit<ActParts, 'secrets' | 'visited'> & { secrets: readonly Hidden[] },
): ReturnType<typeof visit> {
  if (target.person === null) throw new StepSkipped(t.needsPerson);
  const url = URL.parse(link);
  if (url === null) throw new StepFailure(t.noAddress(link));
  if (!actor.pageOrigins.includes(url.origin))
    throw new StepFailure(t.foreign(url.origin, actor.pageOrigins));
  const { sessionId } = actor.environment;
  const query = await target.person({
    link: url.href,
    persona,
    psu: masked(persona.psu, secrets),
    sessionId,
    redirectUri: target.redirectUri,
    opened: () => target.flow?.opened(url.href, 'run', target.destination.bank),
    ...ends,
  });
  if (query === null) throw new StepFailure(texts.running.stopped);
  return { last: { at: 'redirect', href: new URL(`?${query}`, target.redirectUri).href }, asked: '' };
}

async function browse(
  link: string,
  persona: Persona,
  journey: Journey,
  timeout: number,
): ReturnType<typeof visit> {
  try {
    return await visit(link, persona, journey);
  } catch (error) {
    throw failureAtPage(error, journey.signal, timeout);
  }
}

/** Why the PSU cannot go on at a page. @param timeout milliseconds after which the signal is aborted */
export function failureAtPage(error: unknown, signal: AbortSignal, timeout: number): StepFailure {
  if (error instanceof PageError) return new StepFailure(error.message);
  if (isTimeout(signal)) return new NoAnswer(texts.running.tookTooLong(t.page, timeout));
  return new NoAnswer(t.cannotOpen(error instanceof Error ? error.message : String(error)));
}
