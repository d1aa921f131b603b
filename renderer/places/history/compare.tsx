/** Two exchanges side by side: what matters in a sentence, then each part with its differences. */
import { ArrowLeftRight, ChevronLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { messageInBody } from '../../../shared/xs2a/refusals.ts';
import { toneOf } from '../../parts/response/read-response.ts';
import { useHistory } from '../../state/history.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { PlaceMain } from '../../ui/columns.tsx';
import { ComparedTable } from '../../ui/compared-table.tsx';
import { Segmented } from '../../ui/form.tsx';
import { wholeText } from '../../ui/format.ts';
import { useEscape } from '../../ui/keyboard.ts';
import { Badge, Remark } from '../../ui/labels.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Rule } from '../../ui/popover.tsx';
import { type Comparison, comparison } from '../../ui/comparison.ts';
import { destination, fromWhom } from './from-whom.ts';
import layout from '../../ui/layout.module.css';
import styles from './compare.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.compare;

const close = () => useHistory.setState({ other: null });
const swap = () => useHistory.setState(({ selected, other }) => ({ selected: other, other: selected }));

export function Compare({ left, right }: { left: Exchange; right: Exchange }) {
  const [everything, setEverything] = useState(false);
  const compared = useMemo(() => comparison(left, right), [left, right]);
  useEscape(close);
  const lacking = [left, right].findIndex(({ response }) => response === null);
  return (
    <PlaceMain className={styles.compare}>
      <section className={layout.pane} aria-label={t.title}>
        <h2 className={textStyles.spoken}>{t.title}</h2>
        <div className={styles.sides}>
          <Button look="plain" onClick={close}>
            <ChevronLeft size={14} aria-hidden="true" />
            {texts.history.name}
          </Button>
          <Side letter={t.first} exchange={left} />
          <Button aria-label={t.swap} title={t.swap} onClick={swap}>
            <ArrowLeftRight size={14} aria-hidden="true" />
          </Button>
          <Side letter={t.second} exchange={right} />
        </div>
        <div className={styles.summary}>
          <Summary compared={compared} left={left} right={right} />
          <Segmented
            label={t.show}
            value={everything ? 'everything' : 'matters'}
            options={[
              { value: 'matters', label: t.matters },
              { value: 'everything', label: t.everything },
            ]}
            onChange={(value) => setEverything(value === 'everything')}
          />
        </div>
        <section className={classes(layout.scroll, layout.inset)} aria-label={t.bothSides} tabIndex={0}>
          {compared.parts.map(({ name, title, of, around }) => {
            const differing = of.rows.filter(({ kind }) => kind === 'differs').length;
            return (
              <Panel
                key={name}
                name={`compare.${name}`}
                title={title}
                fact={<Remark>{t.differing(differing, of.rows.length)}</Remark>}
              >
                <ComparedTable
                  first={t.first}
                  second={t.second}
                  everything={everything}
                  around={around}
                  compared={of}
                />
              </Panel>
            );
          })}
          {lacking >= 0 && (
            <p className={classes(layout.pad, textStyles.soft)}>
              {t.noResponse([t.first, t.second][lacking] ?? '')}
            </p>
          )}
        </section>
      </section>
    </PlaceMain>
  );
}

function Side({ letter, exchange }: { letter: string; exchange: Exchange }) {
  const { method, path, title, status, at, failure, response } = exchange;
  const code = messageInBody(response?.body ?? '')?.code ?? '';
  return (
    <section className={styles.side} aria-label={t.side(letter)}>
      <b className={styles.letter} aria-hidden="true">
        {letter}
      </b>
      <div className={styles.what}>
        <div className={layout.row}>
          <b className={textStyles.cut}>{title}</b>
          {status === null || response === null ? (
            <Badge tone="plain">{failure ?? ''}</Badge>
          ) : (
            <Badge tone={toneOf(status)}>
              <code>{`${status} ${status >= 400 ? code : ''}`.trim()}</code>
            </Badge>
          )}
        </div>
        <small className={textStyles.cut} title={`${method} ${path}`}>
          {status === null ? destination(exchange) : fromWhom(exchange)}, {wholeText(at)}
        </small>
      </div>
    </section>
  );
}

/** What differs in one sentence, and why one of the two was refused. */
function Summary(props: { compared: Comparison; left: Exchange; right: Exchange }) {
  const { count, names } = props.compared;
  const refused = [props.left, props.right].filter(({ explanation }) => explanation !== null);
  const [only] = refused.length === 1 ? refused : [];
  return (
    <p>
      <b>{t.count(count)}</b> {names.length > 0 && t.names(names)}
      {only?.explanation && (
        <>
          {' '}
          {t.refused(only === props.left ? t.first : t.second, only.explanation.text)}{' '}
          <Rule id={only.explanation.rule} />
        </>
      )}
    </p>
  );
}
