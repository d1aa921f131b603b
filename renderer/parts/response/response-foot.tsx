/** Below a response: how long the bank took, and links to its resources in other views. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { aboutTarget, gistOf } from '../../../shared/flow/answer.ts';
import type { About } from '../../../shared/flow/event.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { showInBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { showExchange } from '../../state/history.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Sentence } from '../../ui/labels.tsx';
import { jsonOf } from './read-response.ts';
import { ms } from './response-parts.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.foot;

type Timing = NonNullable<NonNullable<Exchange['response']>['timing']>;

/** @param props.exchange with a response */
export function ResponseFoot({ exchange }: { exchange: Exchange }) {
  const timing = exchange.response?.timing;
  return (
    <footer className={classes(styles.foot, textStyles.small, textStyles.soft)}>
      {timing && <Duration timing={timing} total={exchange.duration ?? 0} />}
      <span className={layout.grow} />
      <Whereabouts exchange={exchange} />
    </footer>
  );
}

function Duration({ timing, total }: { timing: Timing; total: number }) {
  const { dns, connect, tls, bank, download } = timing;
  return (
    <>
      <span className={styles.timing} aria-hidden="true">
        {[dns + connect, tls, bank, download].map((part, at) => (
          <i key={at} style={{ flexGrow: Math.max(part, 0.01) }} />
        ))}
      </span>
      <span className={classes(textStyles.tabular, textStyles.cut)}>
        <Sentence text={t.bankTime} parts={{ bank: <b>{ms(bank)}</b>, total: ms(total) }} />
        {dns + connect + tls === 0 && <span className={styles.kept}>{t.connectionKept}</span>}
      </span>
    </>
  );
}

/** Links to the resources of an exchange in the local bank, and to its place in History and Flow, except in the current view. */
function Whereabouts({ exchange }: { exchange: Exchange }) {
  const inHistory = useFrame(({ place }) => place === 'history');
  const words = texts.flow.bar;
  const { headers } = exchange.prepared;
  const sent = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
  const [requestId, sessionId] = [sent('x-request-id'), sent('tpp-session-id')];
  const about = aboutInBank(exchange);
  const idOf = (wanted: About['subject']) => about.findLast(({ subject }) => subject === wanted)?.id;
  const [payment, basket] = [idOf('payment'), idOf('basket')];
  const hasSca = idOf('authorisation') !== undefined;
  return (
    <>
      {payment !== undefined && (
        <LinkButton aria-label={words.openPayment} onClick={() => showInBank('payments', payment)}>
          {t.payment}
        </LinkButton>
      )}
      {basket !== undefined && (
        <LinkButton aria-label={words.openBasket} onClick={() => showInBank('baskets', basket)}>
          {t.basket}
        </LinkButton>
      )}
      {hasSca && sessionId !== undefined && (
        <LinkButton aria-label={words.openSession} onClick={() => showInBank('sessions', sessionId)}>
          {t.session}
        </LinkButton>
      )}
      {!inHistory && exchange.notKept === null && (
        <LinkButton aria-label={words.showInHistory} onClick={() => showExchange(exchange.id)}>
          {texts.history.name}
        </LinkButton>
      )}
      {!inHistory && requestId !== undefined && (
        <LinkButton
          aria-label={words.showInFlow}
          onClick={() => showInFlow({ subject: 'request', id: requestId })}
        >
          {texts.flow.name}
        </LinkButton>
      )}
    </>
  );
}

/** The resources of an exchange with the local bank. None for a refusal: the bank may not have them. */
function aboutInBank({ environment, status, path, response }: Exchange): About[] {
  if (environment !== texts.core.environments.localBank || status === null || status >= 400) return [];
  return [...aboutTarget(path), ...gistOf(jsonOf(response?.body ?? '')).about];
}
