/** Two exchanges of the history side by side: requests and responses. */
import { useMemo } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { compared, type Compared, type Message } from '../../ui/compared.ts';
import { ComparedTable } from '../../ui/compared-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import { machineTime } from '../../ui/machine-time.ts';

const t = texts.history.compare;

export function Compare({ left, right, onClose }: { left: Exchange; right: Exchange; onClose: () => void }) {
  const parts = useMemo(
    () => [
      { name: 'compare.sent', title: texts.common.sent, of: compared(requestOf(left), requestOf(right)) },
      { name: 'compare.received', title: t.received, of: compared(responseOf(left), responseOf(right)) },
    ],
    [left, right],
  );
  return (
    <section className={layout.pane} aria-label={t.title}>
      <Head>
        <h2>{t.title}</h2>
        <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
          {t.chosen(left.title, machineTime(left.at), right.title, machineTime(right.at))}
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

function Part({ name, title, of }: { name: string; title: string; of: Compared }) {
  const differing = of.rows.filter(({ left, right }) => left !== right).length;
  return (
    <Panel
      name={name}
      title={title}
      fact={<Badge tone={differing === 0 ? 'ok' : 'warn'}>{texts.common.difference(differing)}</Badge>}
    >
      <ComparedTable first={t.first} second={t.second} compared={of} />
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
