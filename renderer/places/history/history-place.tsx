/** History: everything sent, newest first, with its answer. */
import { useEffect, useState } from 'react';
import type { Exchange, ExchangeSummary } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Problem } from '../../ui/form.tsx';
import { Grid } from '../../ui/grid.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ActionsHead, Glyph } from '../../ui/parts.tsx';
import { Splitter, useSplit } from '../../ui/splitter.tsx';
import { useFrame } from '../../state/frame.ts';
import { shapeOfExchange } from '../../state/requests/raw.ts';
import { useRequests } from '../../state/requests/requests.ts';
import { AnswerPane } from '../../parts/answer/answer-pane.tsx';
import { toneOf } from '../../parts/answer/tone.ts';
import { Compare } from './compare.tsx';
import { useHistory } from '../../state/history.ts';

const t = texts.history.place;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

export function HistoryPlace() {
  const [search, setSearch] = useState('');
  const [list, setList] = useState<ExchangeSummary[] | null>(null);
  const { selected, problem: notRead, show } = useHistory();
  /** The one that the selected one is compared with, or null. */
  const [other, setOther] = useState<Exchange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const arrived = useRequests((store) => store.arrived);
  const split = useSplit('history', 560, 320, 900);
  useEffect(() => {
    let gone = false;
    host
      .call('history.list', { search })
      .then(({ exchanges }) => {
        if (gone) return;
        setList(exchanges);
        setProblem(null);
      })
      .catch((error: unknown) => setProblem(messageOf(error)));
    return () => {
      gone = true;
    };
    // What is sent meanwhile is in the list too.
  }, [search, tries, arrived]);
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
        setList([]);
        useHistory.setState({ selected: null });
        setOther(null);
      })
      .catch((error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <main
      className="place requests"
      style={{ gridTemplateColumns: `minmax(320px, 1fr) 1px ${split.size}px` }}
    >
      <section className="pane" aria-label={t.title}>
        <div className="head">
          <input
            className="field"
            type="search"
            placeholder={t.searchHint}
            aria-label={t.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {list !== null && list.length > 0 && (
            <AskTwice label={t.deleteAll} sure={t.deleteForGood} onSure={clear} />
          )}
        </div>
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
      <Splitter label={t.answerWidth} split={split} side="right" />
      {selected && other ? (
        <Compare left={selected} right={other} onClose={() => setOther(null)} />
      ) : selected ? (
        <div className="pane">
          <div className="head">
            <h2>{selected.title}</h2>
            <span className="soft small cut grow">{TIME.format(selected.at)}</span>
            <button type="button" className="btn sm" onClick={() => openAgain(selected)}>
              {t.open}
            </button>
          </div>
          <AnswerPane exchange={selected} />
        </div>
      ) : (
        <p className="pad soft">{t.choose}</p>
      )}
    </main>
  );
}

/** The request of before as a draft, to be changed and sent again. */
function openAgain(exchange: Exchange): void {
  const shape = shapeOfExchange(exchange);
  if (shape === null) return;
  useRequests.getState().openShape(shape);
  useFrame.getState().go('requests');
}

function HistoryTable(props: {
  list: ExchangeSummary[];
  search: string;
  selected: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  const { list, search, selected, onSelect, onCompare } = props;
  if (list.length === 0) {
    return <p className="pad soft">{search === '' ? t.empty : t.nothingFits(search)}</p>;
  }
  return (
    <div className="scroll">
      <Grid className="history">
        <thead>
          <tr>
            <th scope="col">{texts.common.status}</th>
            <th scope="col">{texts.common.request}</th>
            <th scope="col">{t.path}</th>
            <th scope="col" className="num">
              {t.milliseconds}
            </th>
            <th scope="col">{texts.common.sent}</th>
            <ActionsHead />
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.id} aria-selected={entry.id === selected}>
              <td className="nowrap">
                <Glyph tone={entry.status === null ? 'bad' : toneOf(entry.status)} size={13} />{' '}
                {entry.status ?? t.failed}
              </td>
              <td>
                <button type="button" className="link" onClick={() => onSelect(entry.id)}>
                  {entry.title}
                </button>
              </td>
              <td className="mono cut">
                {entry.method} {entry.path}
              </td>
              <td className="num">{entry.duration === null ? '' : Math.round(entry.duration)}</td>
              <td className="soft small nowrap">{TIME.format(entry.at)}</td>
              <td>
                {selected !== null && selected !== entry.id && (
                  <button
                    type="button"
                    className="btn plain sm"
                    aria-label={t.compareWith(entry.title)}
                    onClick={() => onCompare(entry.id)}
                  >
                    {t.compare}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Grid>
    </div>
  );
}
