/** An exchange in place of the step of a presentation, as large as a room must see it. */
import { useEffect, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { Problem } from '../../ui/form.tsx';
import { MethodName } from '../../ui/method.tsx';
import styles from './presented-exchange.module.css';

const t = texts.demonstrations;

export function PresentedExchange() {
  const id = useDemonstrations((store) => store.exchange);
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let gone = false;
    host
      .call('history.read', { id })
      .then((read) => {
        if (!gone) setExchange(read);
      })
      .catch((error: unknown) => {
        if (!gone) setProblem(messageOf(error));
      });
    return () => {
      gone = true;
    };
  }, [id]);
  return (
    <section className={styles.exchange} aria-label={t.exchange}>
      <Problem text={problem} />
      {exchange !== null && (
        <>
          <h3 className={styles.request}>
            <MethodName>{exchange.method}</MethodName> <code>{exchange.path}</code>
          </h3>
          <ResponsePane exchange={exchange} />
        </>
      )}
    </section>
  );
}
