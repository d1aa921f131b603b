/** The History view: the list, and beside it one exchange; or two exchanges, compared. */
import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LONGEST_SEARCH } from '../../../shared/contract/exchange.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useHistory } from '../../state/history.ts';
import { useRequests } from '../../state/requests/store.ts';
import { useSca } from '../../state/sca.ts';
import { AskTwice, Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Columns, Splitter, useSplit } from '../../ui/columns.tsx';
import { Input, Segmented, Select } from '../../ui/form.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import { Note, Pending, Problem } from '../../ui/messages.tsx';
import { Menu } from '../../ui/popover.tsx';
import { Compare } from './compare.tsx';
import { ExchangePage } from './exchange-page.tsx';
import { HistoryTable, type Listed } from './history-table.tsx';
import layout from '../../ui/layout.module.css';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;

/** Width of the list by the width of the window. */
const listWidth = () => (window.innerWidth <= 1240 ? 436 : window.innerWidth < 1400 ? 556 : 600);

function onResize(tell: () => void) {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
}

const endComparing = () => useHistory.setState({ isComparing: false });

export function HistoryPlace() {
  const [list, setList] = useState<Listed | null>(null);
  const { search, from, bank, selected, other, isComparing, problem: notRead } = useHistory();
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const arrived = useRequests((store) => store.arrived);
  const callback = useSca((store) => store.callback);
  const split = useSplit('history.list', useSyncExternalStore(onResize, listWidth), 320, 900);
  useEscape(isComparing ? endComparing : null);
  /** Coalesces reads: a program may send hundreds of requests a second. */
  const listing = useRef({ underway: 0, arrived: false });
  useEffect(() => {
    let gone = false;
    const { current } = listing;
    current.underway += 1;
    host
      .call('history.list', { search, ...(from !== 'all' && { from }), ...(bank !== null && { bank }) })
      .then((listed) => {
        if (gone) return;
        setList(listed);
        setProblem(null);
      })
      .catch((error: unknown) => {
        if (!gone) setProblem(messageOf(error));
      })
      .finally(() => {
        current.underway -= 1;
        if (current.underway > 0 || !current.arrived) return;
        current.arrived = false;
        setTries((tried) => tried + 1);
      });
    return () => {
      gone = true;
    };
  }, [search, from, bank, tries, arrived, callback]);
  useEffect(
    () =>
      host.on('history.added', () => {
        if (listing.current.underway > 0) listing.current.arrived = true;
        else setTries((tried) => tried + 1);
      }),
    [],
  );
  const clear = () =>
    void host.call('history.clear', {}).then(
      () => {
        useHistory.setState({ selected: null, bank: null, isComparing: false });
        setTries((tried) => tried + 1);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  if (selected && other) return <Compare left={selected} right={other} />;
  return (
    <Columns sizes={[split.size, 'rest']}>
      <section className={layout.pane} aria-label={t.title}>
        <div className={styles.filter}>
          <Segmented
            label={t.from}
            value={from}
            options={[
              { value: 'all', label: t.all, ...(list && { count: list.all }) },
              { value: 'sent', label: <Words short={t.sent} more={t.sentByUs} /> },
              {
                value: 'received',
                label: <Words short={t.received} more={t.receivedFromOthers} />,
                ...(list && { count: list.received }),
              },
              { value: 'proxied', label: t.proxied },
            ]}
            onChange={(value) => useHistory.setState({ from: value })}
          />
          <div className={layout.row}>
            <Input
              className={layout.grow}
              type="search"
              placeholder={t.searchHint}
              aria-label={t.search}
              maxLength={LONGEST_SEARCH}
              value={search}
              onChange={(event) => useHistory.setState({ search: event.target.value })}
            />
            <Select
              className={styles.bank}
              aria-label={t.bank}
              value={bank ?? ''}
              onChange={({ target }) =>
                useHistory.setState({ bank: target.value === '' ? null : target.value })
              }
            >
              <option value="">{t.everyBank}</option>
              {list?.banks.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
            <Menu label={t.seldom} Icon={Ellipsis}>
              <AskTwice plain label={t.deleteAll} sure={t.deleteForGood} onSure={clear} />
            </Menu>
          </div>
        </div>
        {list === null ? (
          <Pending doing={t.reading} problem={problem} onRetry={() => setTries(tries + 1)} />
        ) : (
          <>
            <Problem text={problem ?? notRead} />
            <HistoryTable list={list} report={(problem) => setProblem(messageOf(problem))} />
          </>
        )}
        {/* Below the rows, so that none moves under the pointer. */}
        {isComparing && (
          <Note as="output">
            <span className={layout.grow}>{t.chooseOther}</span>
            <Button size="small" onClick={endComparing}>
              {texts.common.cancel}
            </Button>
          </Note>
        )}
      </section>
      <Splitter label={t.listWidth} split={split} side="left" />
      {selected ? (
        <ExchangePage
          key={selected.id}
          exchange={selected}
          tpp={list?.exchanges.find(({ id }) => id === selected.id)?.tpp ?? null}
        />
      ) : (
        <p className={classes(layout.pad, textStyles.soft)}>{t.choose}</p>
      )}
    </Columns>
  );
}

/** A choice that is longer where there is room. */
function Words({ short, more }: { short: string; more: string }) {
  return (
    <span>
      {short}
      <span className={textStyles.wide}> {more}</span>
    </span>
  );
}
