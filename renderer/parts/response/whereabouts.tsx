/** Leads from an exchange to what it is about in the local bank, and to its place in the history and the flow. */
import { aboutTarget, gistOf } from '../../../shared/flow/answer.ts';
import type { About } from '../../../shared/flow/event.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { showInBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { showExchange } from '../../state/history.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.flow.bar;

/** One link for each place. Its own place is left out. */
export function Whereabouts({ exchange }: { exchange: Exchange }) {
  const inHistory = useFrame(({ place }) => place === 'history');
  const { requestId, sessionId } = idsOf(exchange);
  const about = aboutInBank(exchange);
  const idOf = (wanted: About['subject']) => about.findLast(({ subject }) => subject === wanted)?.id;
  const [payment, basket] = [idOf('payment'), idOf('basket')];
  const hasSca = idOf('authorisation') !== undefined;
  return (
    <div className={classes(styles.whereabouts, textStyles.small)}>
      {payment !== undefined && (
        <LinkButton onClick={() => showInBank('payments', payment)}>{t.openPayment}</LinkButton>
      )}
      {basket !== undefined && (
        <LinkButton onClick={() => showInBank('baskets', basket)}>{t.openBasket}</LinkButton>
      )}
      {hasSca && sessionId !== undefined && (
        <LinkButton onClick={() => showInBank('sessions', sessionId)}>{t.openSession}</LinkButton>
      )}
      {!inHistory && (
        <>
          {exchange.notKept === null && (
            <LinkButton onClick={() => showExchange(exchange.id)}>{t.showInHistory}</LinkButton>
          )}
          {requestId !== undefined && (
            <LinkButton onClick={() => showInFlow({ subject: 'request', id: requestId })}>
              {t.showInFlow}
            </LinkButton>
          )}
        </>
      )}
    </div>
  );
}

/** What an exchange with the local bank is about. Nothing at another bank, and of a refusal: the bank may not have it. */
function aboutInBank({ environment, status, path, response }: Exchange): About[] {
  if (environment !== texts.core.environments.localBank || status === null || status >= 400) return [];
  return [...aboutTarget(path), ...gistOf(parsed(response?.body ?? '')).about];
}

/** The ids that were sent in headers. */
function idsOf({ prepared: { headers } }: Exchange): {
  requestId: string | undefined;
  sessionId: string | undefined;
} {
  const value = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  return { requestId: value('x-request-id'), sessionId: value('tpp-session-id') };
}

/** Null for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
