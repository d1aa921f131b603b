/** Two exchanges of the history side by side: requests and responses. */
import { useMemo } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { compared, type Compared, type Message, MOST_LINES } from './rows.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import layout from '../../ui/layout.module.css';
import styles from './compare.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.compare;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

export function Compare({ left, right, onClose }: { left: Exchange; right: Exchange; onClose: () => void }) {
  const parts = useMemo(
    () => [
      { name: 'compare.sent', title: texts.common.sent, ...compared(requestOf(left), requestOf(right)) },
      { name: 'compare.received', title: t.received, ...compared(responseOf(left), responseOf(right)) },
    ],
    [left, right],
  );
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2>{t.title}</h2>
        <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
          {t.chosen(left.title, TIME.format(left.at), right.title, TIME.format(right.at))}
        </span>
        <span className={layout.grow} />
        <Button size="small" onClick={onClose}>
          {texts.common.close}
        </Button>
      </Head>
      <section className={classes(layout.scroll, layout.inset)} aria-label={t.bothSides} tabIndex={0}>
        {parts.map((part) => (
          <Part key={part.name} {...part} />
        ))}
      </section>
    </section>
  );
}

function Part({ name, title, rows, cut, aligned }: Compared & { name: string; title: string }) {
  const differing = rows.filter(({ left, right }) => left !== right).length;
  return (
    <Panel
      name={name}
      title={title}
      fact={<Badge tone={differing === 0 ? 'ok' : 'warn'}>{texts.common.difference(differing)}</Badge>}
    >
      <table className={classes(textStyles.wire, styles.compare)}>
        <thead className={textStyles.spoken}>
          <tr>
            <th scope="col">{t.first}</th>
            <th scope="col">{t.second}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ left, right }, at) => (
            <tr key={at} data-differs={left !== right}>
              <td className={left !== null && left !== right ? styles.removed : undefined}>{left}</td>
              <td className={right !== null && left !== right ? styles.added : undefined}>{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cut && (
        <p className={classes(layout.pad, textStyles.soft)}>{t.cut(MOST_LINES.toLocaleString('en-GB'))}</p>
      )}
      {!aligned && <p className={classes(layout.pad, textStyles.soft)}>{t.notAligned}</p>}
    </Panel>
  );
}

function requestOf({ method, path, prepared, requestBody }: Exchange): Message {
  return {
    first: `${method} ${path}`,
    headers: prepared.headers.map(({ name, value }) => [name, value] as const),
    body: requestBody,
  };
}

function responseOf({ response, failure }: Exchange): Message {
  if (response === null) return { first: failure ?? t.noResponse, headers: [], body: '' };
  const { status, reason, headers, body } = response;
  return { first: `${status} ${reason}`, headers, body };
}
