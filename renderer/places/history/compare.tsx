/** Two exchanges of the history side by side: requests and responses. */
import { diffLines } from 'diff';
import { useMemo } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { prettyJson } from '../../../shared/xs2a/json-lines.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import layout from '../../ui/layout.module.css';
import styles from './compare.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.compare;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

/** One row: a line that both have, or a line that only one side has. */
interface Row {
  left: string | null;
  right: string | null;
}

export function Compare({ left, right, onClose }: { left: Exchange; right: Exchange; onClose: () => void }) {
  const parts = useMemo(
    () => [
      { name: 'compare.sent', title: texts.common.sent, rows: rowsOf(requestText(left), requestText(right)) },
      { name: 'compare.received', title: t.received, rows: rowsOf(responseText(left), responseText(right)) },
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

function Part({ name, title, rows }: { name: string; title: string; rows: readonly Row[] }) {
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
    </Panel>
  );
}

/** Puts removed and added lines next to each other. */
function rowsOf(left: string, right: string): Row[] {
  const rows: Row[] = [];
  const changes = diffLines(left, right);
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at];
    if (!change) continue;
    const lines = linesOf(change.value);
    const next = changes[at + 1];
    if (change.removed && next?.added) {
      const others = linesOf(next.value);
      for (let line = 0; line < Math.max(lines.length, others.length); line++)
        rows.push({ left: lines[line] ?? null, right: others[line] ?? null });
      at++;
    } else
      for (const line of lines)
        rows.push({ left: change.added ? null : line, right: change.removed ? null : line });
  }
  return rows;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function requestText({ method, path, prepared, requestBody }: Exchange): string {
  return message(
    `${method} ${path}`,
    prepared.headers.map(({ name, value }) => [name, value] as const),
    requestBody,
  );
}

function responseText({ response, failure }: Exchange): string {
  if (response === null) return `${failure ?? t.noResponse}\n`;
  return message(`${response.status} ${response.reason}`, response.headers, response.body);
}

/** A message with JSON bodies pretty-printed, so that a difference is shown at its field. */
function message(first: string, headers: readonly (readonly [string, string])[], body: string): string {
  // What is not JSON is compared unchanged.
  const shown = prettyJson(body) ?? body;
  return [first, ...headers.map(([name, value]) => `${name}: ${value}`), '', shown, ''].join('\n');
}
