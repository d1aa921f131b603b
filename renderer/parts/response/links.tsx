/** The links of a response as buttons: the next step first and filled, deletion last. */
import type { ReactNode } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Method, routeOf } from '../../../shared/xs2a/operations.ts';
import { useReturn, useSca, useScaEnd } from '../../state/sca.ts';
import { useStatus } from '../../state/status.ts';
import { AskTwice, Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { valueAttribute } from '../../value-menu/value-buttons.tsx';
import layout from '../../ui/layout.module.css';
import styles from './response-parts.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.response.parts;

/** Calls a link of a response; undefined if links are shown but cannot be called. */
export type CallLink = ((method: Method, href: string) => Promise<void>) | undefined;

const LABEL: Record<string, string> = {
  startAuthorisation: t.startAuthorisation,
  scaStatus: t.getScaStatus,
  status: t.getStatus,
  first: t.firstPage,
  previous: t.previousPage,
  next: t.nextPage,
  last: t.lastPage,
};
const OPEN_ELSEWHERE = [
  { where: 'window', label: t.inWindow, hint: t.inWindowHint },
  { where: 'browser', label: t.inBrowser, hint: t.inBrowserHint },
] as const;

interface Call {
  name: string;
  href: string;
  verb: Method;
  /** What the call does. */
  title: string;
}

/** The calls that the links allow now. @param props.second whether something else in the pane is the next step */
export function Links(props: { exchange: Exchange; onCall: CallLink; second?: boolean }) {
  const { exchange, onCall, second = false } = props;
  const { links, linksLeftOut } = exchange;
  const isOver = useScaEnd(exchange) !== null;
  const isNext = useReturn() === null && !second && !isOver;
  if (links.length === 0 && linksLeftOut === 0) return null;
  const page = onCall === undefined || isOver ? undefined : links.find(({ name }) => name === 'scaRedirect');
  const calls = onCall === undefined ? [] : links.flatMap(callsOf);
  const listed = (name: string) => name === page?.name || calls.some((call) => call.name === name);
  const next = calls.find(({ name }) => page === undefined && name === 'startAuthorisation');
  const others = calls.filter((call) => call !== next && call.verb !== 'DELETE');
  return (
    <>
      <ul className={styles.calls} aria-label={t.links}>
        {page !== undefined && <PageOfBank href={page.href} isNext={isNext} />}
        {[...(next === undefined ? [] : [next]), ...others].map((call) => (
          <Item key={call.name + call.verb} name={call.name}>
            <Button
              look={call === next && isNext ? 'go' : 'normal'}
              title={`${call.verb} ${call.href}`}
              onClick={() => void onCall?.(call.verb, call.href)}
            >
              {ownValue(LABEL, call.name) ?? call.title}
            </Button>
          </Item>
        ))}
        {calls.map(
          ({ name, href, verb, title }) =>
            verb === 'DELETE' && (
              <Item key={name + verb} name={name} className={styles.last}>
                <AskTwice plain label={t.delete} sure={title} onSure={() => void onCall?.(verb, href)} />
              </Item>
            ),
        )}
        {links.map(
          ({ name, href }) =>
            !listed(name) && (
              <Item key={name} name={name} className={styles.uncalled}>
                <b>{name}</b>
                <code className={textStyles.soft}>{href}</code>
              </Item>
            ),
        )}
      </ul>
      {linksLeftOut > 0 && (
        <p className={classes(layout.pad, textStyles.soft)}>
          {t.linksLeftOut(linksLeftOut.toLocaleString('en-GB'))}
        </p>
      )}
    </>
  );
}

function Item(props: { name: string; className?: string | undefined; children: ReactNode }) {
  const { name, className, children } = props;
  return (
    <li className={className} {...valueAttribute({ source: { of: 'link', name } })}>
      {children}
    </li>
  );
}

/** Opens the page where the PSU decides. */
function PageOfBank({ href, isNext }: { href: string; isNext: boolean }) {
  const start = useSca((store) => store.start);
  // The local bank's page can be embedded. Another bank's page is opened in the browser anyway.
  const embeds = useStatus(
    ({ status }) => status?.host === 'electron' && status.environment.kind !== 'another bank',
  );
  return (
    <Item name="scaRedirect">
      <Button look={isNext ? 'go' : 'normal'} title={href} onClick={() => void start(href)}>
        {t.openPage}
      </Button>
      {embeds &&
        OPEN_ELSEWHERE.map(({ where, label, hint }) => (
          <Button key={where} look="plain" title={hint} onClick={() => void start(href, where)}>
            {label}
          </Button>
        ))}
    </Item>
  );
}

function callsOf({ name, href, verbs }: Exchange['links'][number]): Call[] {
  return verbs.flatMap((verb) => {
    const route = routeOf(verb, href.split('?', 1)[0] ?? '');
    return route.kind === 'found' ? [{ name, href, verb, title: route.route.operation.title }] : [];
  });
}
