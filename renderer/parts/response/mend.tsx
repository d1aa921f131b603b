/** How to mend a refused request: what the bank advises, one-click remedies, and the links of the refusal. */
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useReturn, useScaEnd } from '../../state/sca.ts';
import { Button } from '../../ui/button.tsx';
import { type CallLink, Links } from './links.tsx';
import styles from './refusal.module.css';

export interface Remedy {
  text: string;
  action: string;
  act: () => Promise<void>;
}

/** Nothing if nothing is known that helps. */
export function Mend(props: { exchange: Exchange; remedies: readonly Remedy[]; onCall: CallLink }) {
  const { exchange, remedies, onCall } = props;
  const { explanation, links } = exchange;
  const isOver = useScaEnd(exchange) !== null;
  const isNext = useReturn() === null && !isOver;
  // The causes of a wrong signature have advice of their own.
  const hint = explanation === null || explanation.wrongSignature !== null ? null : explanation.hint;
  if (hint === null && remedies.length === 0 && links.length === 0) return null;
  return (
    <section className={styles.mend} aria-label={texts.response.refusal.toDo}>
      <h3>{texts.response.refusal.toDo}</h3>
      {hint !== null && <p>{hint}</p>}
      {remedies.map(({ text, action, act }, at) => (
        <div key={action}>
          <p>{text}</p>
          <Button look={at === 0 && isNext ? 'go' : 'normal'} onClick={() => void act()}>
            {action}
          </Button>
        </div>
      ))}
      <Links exchange={exchange} onCall={onCall} second={remedies.length > 0} />
    </section>
  );
}
