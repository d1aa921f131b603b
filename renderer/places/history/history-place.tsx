/** The History view: every exchange, newest first. */
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract/methods.ts';
import { type Exchange, type ListedExchange, LONGEST_SEARCH } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { Grid } from '../../ui/grid.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Splitter, useSplit } from '../../ui/splitter.tsx';
import { showInFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { openWithResponse } from '../../state/requests/opening.ts';
import { useSca } from '../../state/sca.ts';
import { useRequests } from '../../state/requests/store.ts';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { toneOf } from '../../parts/response/tone.ts';
import { ScaRow } from './sca-row.tsx';
import { Compare } from './compare.tsx';
import { useHistory } from '../../state/history.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Head } from '../../ui/head.tsx';
import { Columns } from '../../ui/columns.tsx';
import layout from '../../ui/layout.module.css';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';
import { machineTime, machineTimeOfToday } from '../../ui/machine-time.ts';

const t = texts.history.place;

type Listed = Output<'history.list'>;

export function HistoryPlace() {
  const [list, setList] = useState<Listed | null>(null);
  const { search, selected, problem: notRead, show } = useHistory();
  /** The exchange that the selected one is compared with, or null. */
  const [other, setOther] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const arrived = useRequests((store) => store.arrived);
  const callback = useSca((store) => store.callback);
  const split = useSplit('history', 560, 320, 900);
  /** Lists that are under way, and whether exchanges have arrived meanwhile: a program may send hundreds a second. */
  const listing = useRef({ underway: 0, arrived: false });
  useEffect(() => {
    let gone = false;
    const { current } = listing;
    current.underway += 1;
    host
      .call('history.list', { search })
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
    // Exchanges that arrive in the meantime are listed too.
  }, [search, tries, arrived, callback]);
  useEffect(
    () =>
      host.on('history.added', () => {
        if (listing.current.underway > 0) listing.current.arrived = true;
        else setTries((tried) => tried + 1);
      }),
    [],
  );
  const compareWith = (id: string) => {
    host
      .call('history.read', { id })
      .then(setOther)
      .catch((error: unknown) => setProblem(messageOf(error)));
  };
  const clear = () => {
    host
      .call('history.clear', {})
      .then(() => {
        setList({ exchanges: [], more: false, sca: [] });
        useHistory.setState({ selected: null });
        setOther(null);
      })
      .catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <Columns sizes={['rest', split.size]}>
      <section className={layout.pane} aria-label={t.title}>
        <Head>
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
              {machineTime(selected.at)}
            </span>
            <ShowInFlow exchange={selected} />
            <Button size="small" onClick={() => openAgain(selected)}>
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

/** Shows what belongs to a request in the diagram; requests without an X-Request-ID cannot be found there. */
function ShowInFlow({ exchange }: { exchange: Exchange }) {
  const header = exchange.prepared.headers.find(({ name }) => name.toLowerCase() === 'x-request-id');
  if (header === undefined) return null;
  return (
    <Button size="small" onClick={() => showInFlow({ subject: 'request', id: header.value })}>
      {texts.flow.bar.showInFlow}
    </Button>
  );
}

/** Opens the earlier request as a draft, to be changed and sent again. */
function openAgain(exchange: Exchange): void {
  const { request } = exchange;
  if (request === null || !isKnown(request)) return;
  openWithResponse(request, exchange);
  useFrame.getState().go('requests');
}

function HistoryTable(props: {
  list: Listed;
  search: string;
  selected: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  const { list, search, selected, onSelect, onCompare } = props;
  const { exchanges, more, sca } = list;
  const rows = [
    ...exchanges.map((entry) => ({ at: entry.at, entry })),
    ...sca.map((event) => ({ at: event.at, event })),
  ].sort((one, other) => other.at - one.at);
  if (rows.length === 0) {
    return (
      <p className={classes(layout.pad, textStyles.soft)}>
        {search === '' ? t.empty : t.nothingFits(search)}
      </p>
    );
  }
  return (
    <div className={layout.scroll}>
      <Grid className={styles.table} marksSelected>
        <thead>
          <tr>
            <th scope="col">{texts.common.status}</th>
            <th scope="col">{texts.common.request}</th>
            <th scope="col">{t.path}</th>
            <th scope="col" className={textStyles.num}>
              {t.milliseconds}
            </th>
            <th scope="col">{t.environment}</th>
            <th scope="col">{texts.common.sent}</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            'event' in row ? (
              <ScaRow key={`sca ${row.event.seq}`} event={row.event} time={machineTimeOfToday(row.at)} />
            ) : (
              <ExchangeRow
                key={row.entry.id}
                entry={row.entry}
                selected={selected}
                onSelect={onSelect}
                onCompare={onCompare}
              />
            ),
          )}
        </tbody>
      </Grid>
      {more && <p className={classes(layout.pad, textStyles.soft)}>{t.more(rows.length)}</p>}
    </div>
  );
}

function ExchangeRow(props: {
  entry: ListedExchange;
  selected: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  const { entry, selected, onSelect, onCompare } = props;
  // One text: where there is little room, the end of it goes, whichever part that is.
  const what = [entry.code ?? [], entry.method, entry.path].flat().join(' ');
  return (
    <tr aria-selected={entry.id === selected}>
      <td className={classes(styles.status, textStyles.nowrap)}>
        <Glyph tone={entry.status === null ? 'bad' : toneOf(entry.status)} size={13} />{' '}
        {entry.status ?? t.failed}
      </td>
      <td className={styles.title}>
        <LinkButton
          className={textStyles.cut}
          title={entry.title}
          data-opens
          onClick={() => onSelect(entry.id)}
        >
          {entry.title}
        </LinkButton>
      </td>
      <td className={classes(styles.path, textStyles.mono, textStyles.cut)} title={what}>
        {what}
      </td>
      <td className={textStyles.num}>{entry.duration === null ? '' : Math.round(entry.duration)}</td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {entry.origin === 'proxy' ? t.throughProxy(entry.environment ?? '') : entry.environment}
      </td>
      <td
        className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}
        title={machineTime(entry.at)}
      >
        {machineTimeOfToday(entry.at)}
      </td>
      <td>
        {selected !== null && selected !== entry.id && (
          <Button
            look="plain"
            size="small"
            aria-label={t.compareWith(entry.title)}
            onClick={() => onCompare(entry.id)}
          >
            {t.compare}
          </Button>
        )}
      </td>
    </tr>
  );
}
