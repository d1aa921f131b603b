/** One exchange of the history: what it is, who has sent it, what can be done with it, and its response. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { messageOf } from '../../host.ts';
import { CodePane } from '../../parts/code/code-pane.tsx';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { showInFlow } from '../../state/flow.ts';
import { useHistory } from '../../state/history.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { momentText } from '../../ui/format.ts';
import { MethodName } from '../../ui/labels.tsx';
import { Problem } from '../../ui/messages.tsx';
import { inFlow, openInTab } from './exchange-actions.ts';
import { fromWhom } from './from-whom.ts';
import { comparedWithOwn, isForeign, ownRequest } from './received.ts';
import { ValueMenu } from '../../value-menu/value-menu.tsx';
import layout from '../../ui/layout.module.css';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;

/** @param props.tpp organizationIdentifier of the TPP that has sent it, if the list names one */
export function ExchangePage({ exchange, tpp }: { exchange: Exchange; tpp: string | null }) {
  const { method, path, title, at } = exchange;
  const [problem, setProblem] = useState<string | null>(null);
  const [asCode, setAsCode] = useState(false);
  const page = useRef<HTMLElement>(null);
  // At high zoom it is below the list.
  useEffect(() => {
    page.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isComparing = useHistory((store) => store.isComparing);
  const isOther = isForeign(exchange);
  const order = useMemo(() => {
    const request = isForeign(exchange) ? ownRequest(exchange) : null;
    return request && (() => ({ request, path: null }));
  }, [exchange]);
  const compareOwn = () =>
    void comparedWithOwn(exchange).then(
      (other) => useHistory.setState({ other }),
      (error: unknown) => setProblem(messageOf(error)),
    );
  return (
    <section ref={page} className={layout.pane} aria-label={t.details}>
      <header className={styles.page}>
        <div className={layout.row}>
          <h2 className={classes(textStyles.mono, layout.grow)}>
            <MethodName>{method}</MethodName> {path}
          </h2>
          <ShowInFlow exchange={exchange} />
        </div>
        <p className={classes(textStyles.soft, textStyles.small)}>
          {t.about(title, fromWhom(exchange, tpp), momentText(at))}
        </p>
        <div className={layout.actions}>
          {isOther && (
            <Button size="small" onClick={compareOwn}>
              {t.compareOwn}
            </Button>
          )}
          {order !== null && (
            <Button size="small" aria-expanded={asCode} onClick={() => setAsCode(!asCode)}>
              {texts.requests.composer.asCode}
            </Button>
          )}
          <Button size="small" onClick={() => void openInTab(exchange).then(setProblem)}>
            {t.open}
          </Button>
          <Button
            size="small"
            aria-pressed={isComparing}
            onClick={() => useHistory.setState({ isComparing: !isComparing })}
          >
            {t.compareWith}
          </Button>
        </div>
      </header>
      <Problem text={problem} />
      {asCode && order !== null ? (
        <CodePane className={layout.pane} order={order} onClose={() => setAsCode(false)} />
      ) : (
        <>
          <ResponsePane exchange={exchange} />
          <ValueMenu exchange={exchange} />
        </>
      )}
    </section>
  );
}

/** Nothing for a request that the diagram cannot find. */
function ShowInFlow({ exchange }: { exchange: Exchange }) {
  const about = inFlow(exchange);
  if (about === null) return null;
  return (
    <Button look="plain" size="small" onClick={() => showInFlow(about)}>
      {texts.flow.bar.showInFlow}
    </Button>
  );
}
