/** Leads from what an exchange is about to its place in the local bank. */
import { aboutTarget, gistOf } from '../../shared/flow/answer.ts';
import type { Exchange } from '../../shared/contract/exchange.ts';
import { texts } from '../../shared/texts/texts.ts';
import { showInBank } from '../state/bank.ts';
import { Button } from '../ui/button.tsx';

const t = texts.flow.bar;

/** The payment and the basket of a request to the local bank, each with a button. */
export function InBank({ exchange }: { exchange: Exchange }) {
  const isLocal = exchange.environment === texts.core.environments.localBank;
  if (!isLocal || exchange.status === null || exchange.status >= 400) return null;
  const about = [...aboutTarget(exchange.path), ...gistOf(parsed(exchange.response?.body ?? '')).about];
  const idOf = (wanted: 'payment' | 'basket') => about.findLast(({ subject }) => subject === wanted)?.id;
  const [payment, basket] = [idOf('payment'), idOf('basket')];
  return (
    <>
      {payment !== undefined && (
        <Button size="small" onClick={() => showInBank('payments', payment)}>
          {t.openPayment}
        </Button>
      )}
      {basket !== undefined && (
        <Button size="small" onClick={() => showInBank('baskets', basket)}>
          {t.openBasket}
        </Button>
      )}
    </>
  );
}

/** Null for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
