/** The History view: the list, and beside it one exchange, or two for comparison. */
import { comparedWithOwn, isForeign, openReceived } from './received.ts';
import { Segmented, Input } from '../../ui/form.tsx';
import { type From, useHistory } from '../../state/history.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Exchange, LONGEST_SEARCH } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { host, messageOf } from '../../host.ts';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { openWithResponse } from '../../state/requests/opening.ts';
import { useSca } from '../../state/sca.ts';
import { useRequests } from '../../state/requests/store.ts';
import { AskTwice, Button } from '../../ui/button.tsx';
import { Problem, Pending } from '../../ui/messages.tsx';
import { Splitter, useSplit, Columns } from '../../ui/columns.tsx';
import { Badge } from '../../ui/labels.tsx';
import { compared, type Compared, type Message } from '../../ui/compared.ts';
import { ComparedTable } from '../../ui/compared-table.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { classes } from '../../ui/classes.ts';
import { momentText } from '../../ui/format.ts';
import { HistoryTable, type Listed } from './history-table.tsx';
import layout from '../../ui/layout.module.css';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;
const compareTexts = texts.history.compare;

const FROM: readonly From[] = ['all', 'sent', 'received', 'proxied'];

export function HistoryPlace() {
  const [list, setList] = useState<Listed | null>(null);
  const { search, from, selected, problem: notRead, show } = useHistory();
  /** The exchange that the selected one is compared with. */
  const [other, setOther] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const arrived = useRequests((store) => store.arrived);
  const callback = useSca((store) => store.callback);
  const split = useSplit('history', 560, 320, 900);
  /** Coalesces reads: a program may send hundreds of requests a second. */
  const listing = useRef({ underway: 0, arrived: false });
  useEffect(() => {
    let gone = false;
    const { current } = listing;
    current.underway += 1;
    host
      .call('history.list', { search, ...(from !== 'all' && { from }) })
      .then((listed) => {
        if (gone) return;
        setList(listed);
        setProblem(null);
      })
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => {
        current.underway -= 1;
        if (current.underway > 0 || !current.arrived) return;
        current.arrived = false;
        setTries((tried) => tried + 1);
      });
    return () => {
      gone = true;
    };
  }, [search, from, tries, arrived, callback]);
  useEffect(
    () =>
      host.on('history.added', () => {
        if (listing.current.underway > 0) listing.current.arrived = true;
        else setTries((tried) => tried + 1);
      }),
    [],
  );
  const report = (error: unknown) => setProblem(messageOf(error));
  const compareWith = (id: string) => void host.call('history.read', { id }).then(setOther, report);
  const clear = () =>
    void host.call('history.clear', {}).then(() => {
      setList({ exchanges: [], more: false, sca: [] });
      useHistory.setState({ selected: null });
      setOther(null);
    }, report);
  return (
    <Columns sizes={['rest', split.size]}>
      <section className={layout.pane} aria-label={t.title}>
        <Head>
          <Segmented
            label={t.from}
            value={from}
            options={FROM.map((value) => ({ value, label: t[value] }))}
            onChange={(value) => useHistory.setState({ from: value })}
          />
          {/* Before the button, so that only this gives way to the question. */}
          <Input
            className={styles.search}
            type="search"
            placeholder={t.searchHint}
            aria-label={t.search}
            maxLength={LONGEST_SEARCH}
            value={search}
            onChange={(event) => useHistory.setState({ search: event.target.value })}
          />
          {list !== null && list.exchanges.length + list.sca.length > 0 && (
            <AskTwice label={t.deleteAll} sure={t.deleteForGood} onSure={clear} />
          )}
        </Head>
        {list === null ? (
          <Pending doing={t.reading} problem={problem} onRetry={() => setTries(tries + 1)} />
        ) : (
          <>
            <Problem text={problem ?? notRead} />
            <HistoryTable
              list={list}
              search={search}
              from={from}
              selected={selected?.id ?? null}
              onSelect={(id) => void show(id)}
              onCompare={compareWith}
            />
          </>
        )}
      </section>
      <Splitter label={t.responseWidth} split={split} side="right" />
      {selected && other ? (
        <Compare left={selected} right={other} onClose={() => setOther(null)} />
      ) : selected ? (
        <div className={layout.pane}>
          <Head>
            <h2>{selected.title}</h2>
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut, layout.grow)}>
              {momentText(selected.at)}
            </span>
            <ShowInFlow exchange={selected} />
            {isForeign(selected) && (
              <Button
                size="small"
                onClick={() => {
                  comparedWithOwn(selected)
                    .then(setOther)
                    .catch((error: unknown) => setProblem(messageOf(error)));
                }}
              >
                {t.compareOwn}
              </Button>
            )}
            <Button
              size="small"
              onClick={() => {
                if (isForeign(selected)) setProblem(openReceived(selected));
                else openAgain(selected);
              }}
            >
              {t.open}
            </Button>
          </Head>
          <ResponsePane exchange={selected} />
        </div>
      ) : (
        <p className={classes(layout.pad, textStyles.soft)}>{t.choose}</p>
      )}
    </Columns>
  );
}

/** Nothing for a request without an X-Request-ID, which the diagram cannot find. */
function ShowInFlow({ exchange }: { exchange: Exchange }) {
  const header = exchange.prepared.headers.find(({ name }) => name.toLowerCase() === 'x-request-id');
  if (header === undefined) return null;
  return (
    <Button size="small" onClick={() => showInFlow({ subject: 'request', id: header.value })}>
      {texts.flow.bar.showInFlow}
    </Button>
  );
}

/** Opens the request as a draft. */
function openAgain(exchange: Exchange): void {
  const { request } = exchange;
  if (request === null || !isKnown(request)) return;
  openWithResponse(request, exchange);
  useFrame.getState().go('requests');
}

/** Two exchanges side by side: requests and responses. */
function Compare({ left, right, onClose }: { left: Exchange; right: Exchange; onClose: () => void }) {
  const parts = useMemo(
    () => [
      { name: 'compare.sent', title: texts.common.sent, of: compared(requestOf(left), requestOf(right)) },
      {
        name: 'compare.received',
        title: compareTexts.received,
        of: compared(responseOf(left), responseOf(right)),
      },
    ],
    [left, right],
  );
  return (
    <section className={layout.pane} aria-label={compareTexts.title}>
      <Head>
        <h2>{compareTexts.title}</h2>
        <span className={classes(textStyles.soft, textStyles.small, textStyles.cut)}>
          {compareTexts.chosen(left.title, momentText(left.at), right.title, momentText(right.at))}
        </span>
        <span className={layout.grow} />
        <Button size="small" onClick={onClose}>
          {texts.common.close}
        </Button>
      </Head>
      <section
        className={classes(layout.scroll, layout.inset)}
        aria-label={compareTexts.bothSides}
        tabIndex={0}
      >
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
      <ComparedTable first={compareTexts.first} second={compareTexts.second} compared={of} />
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
  if (response === null) return { first: failure ?? compareTexts.noResponse, headers: [], body: '' };
  const { status, reason, headers, body } = response;
  return { first: `${status} ${reason}`, headers, body };
}
