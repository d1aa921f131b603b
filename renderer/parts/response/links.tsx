/** The links of a response, and links to its resources in other views. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { aboutTarget, gistOf } from '../../../shared/flow/answer.ts';
import type { About } from '../../../shared/flow/event.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Method, routeOf } from '../../../shared/xs2a/operations.ts';
import { showInBank } from '../../state/bank.ts';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { showExchange } from '../../state/history.ts';
import { useReturn, useSca } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { MethodName } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import { valueAttribute, ValueMenuButton } from '../../value-menu/value-buttons.tsx';
import { jsonOf } from './read-response.ts';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.parts;

/** Calls a link of a response; undefined if links are shown but cannot be called. */
export type CallLink = ((method: Method, href: string) => Promise<void>) | undefined;

const LINK_TEXT: Record<string, string> = {
  scaRedirect: t.linkScaRedirect,
  startAuthorisation: t.linkStartSca,
  scaStatus: t.linkScaStatus,
  status: t.linkStatus,
  first: t.linkFirst,
  previous: t.linkPrevious,
  next: t.linkNext,
  last: t.linkLast,
};
const OPEN_ELSEWHERE = [
  { where: 'window', label: t.inWindow, hint: t.inWindowHint },
  { where: 'browser', label: t.inBrowser, hint: t.inBrowserHint },
] as const;

export function Links({ exchange, onCall }: { exchange: Exchange; onCall: CallLink }) {
  const { links, linksLeftOut } = exchange;
  const start = useSca((store) => store.start);
  const callback = useReturn();
  // The local bank's page can be embedded. Another bank's page is opened in the browser anyway.
  const embeds = useStatus(
    ({ status }) => status?.host === 'electron' && status.environment.kind !== 'another bank',
  );
  if (links.length === 0 && linksLeftOut === 0) return null;
  return (
    <Panel name="answer.links" title={t.links} rule="SVC-8">
      <ul aria-label={t.links}>
        {links.map(({ name, href, verbs }) => (
          <li className={styles.link} key={name} {...valueAttribute({ source: { of: 'link', name } })}>
            <b>{name}</b>
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)} title={href}>
              {ownValue(LINK_TEXT, name) ?? <code>{href}</code>}
            </span>
            <span className={classes(layout.actions, styles.calls)}>
              <ValueMenuButton value={{ source: { of: 'link', name } }} />
              {onCall && name === 'scaRedirect' && (
                <>
                  <Button look={callback ? 'normal' : 'go'} size="small" onClick={() => void start(href)}>
                    {t.openPage}
                  </Button>
                  {embeds &&
                    OPEN_ELSEWHERE.map(({ where, label, hint }) => (
                      <Button
                        key={where}
                        look="plain"
                        size="small"
                        title={hint}
                        onClick={() => void start(href, where)}
                      >
                        {label}
                      </Button>
                    ))}
                </>
              )}
              {onCall &&
                callable(href, verbs).map((verb) => (
                  <Button
                    key={verb}
                    look={verb === 'DELETE' ? 'harm' : 'normal'}
                    size="small"
                    onClick={() => void onCall(verb, href)}
                  >
                    <MethodName>{verb}</MethodName>
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {linksLeftOut > 0 && (
        <p className={classes(layout.pad, textStyles.soft)}>
          {t.linksLeftOut(linksLeftOut.toLocaleString('en-GB'))}
        </p>
      )}
    </Panel>
  );
}

function callable(href: string, verbs: readonly Method[]): Method[] {
  return verbs.filter((verb) => routeOf(verb, href.split('?', 1)[0] ?? '').kind === 'found');
}

/** Links to the resources of an exchange in the local bank, and to its place in History and Flow, except in the current view. */
export function Whereabouts({ exchange }: { exchange: Exchange }) {
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
    <div className={classes(styles.wide, styles.whereabouts, textStyles.small)}>
      {payment !== undefined && (
        <LinkButton onClick={() => showInBank('payments', payment)}>{words.openPayment}</LinkButton>
      )}
      {basket !== undefined && (
        <LinkButton onClick={() => showInBank('baskets', basket)}>{words.openBasket}</LinkButton>
      )}
      {hasSca && sessionId !== undefined && (
        <LinkButton onClick={() => showInBank('sessions', sessionId)}>{words.openSession}</LinkButton>
      )}
      {!inHistory && exchange.notKept === null && (
        <LinkButton onClick={() => showExchange(exchange.id)}>{words.showInHistory}</LinkButton>
      )}
      {!inHistory && requestId !== undefined && (
        <LinkButton onClick={() => showInFlow({ subject: 'request', id: requestId })}>
          {words.showInFlow}
        </LinkButton>
      )}
    </div>
  );
}

/** The resources of an exchange with the local bank. None for a refusal: the bank may not have them. */
function aboutInBank({ environment, status, path, response }: Exchange): About[] {
  if (environment !== texts.core.environments.localBank || status === null || status >= 400) return [];
  return [...aboutTarget(path), ...gistOf(jsonOf(response?.body ?? '')).about];
}
