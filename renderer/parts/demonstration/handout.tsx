/** The hand-out: the whole demonstration with its texts, on paper. It is there only while it is printed. */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { bankTime } from '../../../shared/demonstration/clock-jump.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Markdown } from '../../ui/markdown.tsx';
import styles from './handout.module.css';

const t = texts.demonstrations;

const nowhere = () => undefined;

export function Handout() {
  const { handout, print } = useDemonstrations();
  useEffect(() => {
    if (handout === null) return undefined;
    const done = () => void print(null);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [handout, print]);
  if (handout === null) return null;
  const { name, summary, minutes, start, steps } = handout;
  return createPortal(
    <article className={styles.handout} data-theme="light" aria-label={t.handout}>
      <h1>{name}</h1>
      <p>{summary}</p>
      <p>
        {t.minutes(minutes)} · {t.bankTime}: {t.inOslo(bankTime(Date.parse(start)))}
      </p>
      {steps.map(({ title, text, look, meaning }, at) => (
        <section key={title}>
          <h2>
            {at + 1}. {title}
          </h2>
          <Markdown text={text} onLink={nowhere} />
          {meaning !== undefined && (
            <p>
              <code>{meaning.code}</code> {meaning.text}
            </p>
          )}
          {look !== undefined && <Markdown text={`> **${t.pointAt}** ${look.text}`} onLink={nowhere} />}
        </section>
      ))}
    </article>,
    document.body,
  );
}
