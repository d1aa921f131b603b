/** The list of the History view: exchanges and SCA events by day, newest first; each row is one button. */
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight, UserRound } from 'lucide-react';
import type { ListedExchange } from '../../../shared/contract/exchange.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { markOf } from '../../../shared/flow/marks.ts';
import { phraseOf } from '../../../shared/flow/sentence.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { toneOf } from '../../parts/response/read-response.ts';
import { type From, useHistory } from '../../state/history.ts';
import { useStatus } from '../../state/status.ts';
import { showInFlow } from '../../state/flow.ts';
import { cellsText, Grid } from '../../ui/table.tsx';
import { classes } from '../../ui/classes.ts';
import { Badge, MethodName } from '../../ui/labels.tsx';
import { longDayText, secondsText } from '../../ui/format.ts';
import { shortIds } from '../../ui/long-ids.ts';
import { itemsOf, lineOf } from './exchange-actions.ts';
import { destination } from './from-whom.ts';
import layout from '../../ui/layout.module.css';
import styles from './history-table.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;

export type Listed = Output<'history.list'>;

/** Said of an empty list. */
const EMPTY: Record<From, (address: string) => string> = {
  all: () => t.empty,
  sent: () => t.empty,
  received: t.emptyReceived,
  proxied: () => t.emptyProxied,
};

/** @param props.report gets why an action of a row was not possible */
export function HistoryTable({ list, report }: { list: Listed; report: (problem: unknown) => void }) {
  const { search, from, bank, selected, show } = useHistory();
  const address = useStatus(({ status }) => `https://localhost:${status?.bank.port ?? ''}`);
  const { exchanges, more, sca } = list;
  const rows = [
    ...exchanges.map((entry) => ({ at: entry.at, entry })),
    ...sca.map((event) => ({ at: event.at, event })),
  ].sort((one, other) => other.at - one.at);
  if (rows.length === 0) {
    const wanted = [search, bank ?? ''].filter((one) => one !== '');
    return (
      <p className={classes(layout.pad, textStyles.soft)}>
        {wanted.length === 0 ? EMPTY[from](address) : t.nothingFits(wanted)}
      </p>
    );
  }
  const days = Map.groupBy(rows, ({ at }) => longDayText(at));
  return (
    <div className={layout.scroll}>
      <Grid
        marksSelected
        className={styles.list}
        itemsOf={({ dataset: { id } }) => (id === undefined ? [] : itemsOf(id, report))}
        textOf={(row) => {
          const entry = exchanges.find(({ id }) => id === row.dataset['id']);
          return entry === undefined ? cellsText(row) : lineOf(entry);
        }}
      >
        {[...days].map(([day, of]) => (
          <tbody key={day}>
            <tr>
              <th scope="rowgroup">{t.day(day)}</th>
            </tr>
            {of.map((row) =>
              'event' in row ? (
                <ScaRow key={`sca ${row.event.seq}`} event={row.event} />
              ) : (
                <ExchangeRow
                  key={row.entry.id}
                  entry={row.entry}
                  isSelected={row.entry.id === selected?.id}
                  onSelect={() => void show(row.entry.id)}
                />
              ),
            )}
          </tbody>
        ))}
      </Grid>
      {more && <p className={classes(layout.pad, textStyles.soft)}>{t.more(rows.length)}</p>}
    </div>
  );
}

const DIRECTION = {
  received: { Icon: ArrowDownLeft, label: t.isReceived },
  proxy: { Icon: ArrowLeftRight, label: t.isPassedOn },
  tap: { Icon: ArrowLeftRight, label: t.isPassedOn },
};
const SENT = { Icon: ArrowUpRight, label: t.isSent };

function ExchangeRow(props: { entry: ListedExchange; isSelected: boolean; onSelect: () => void }) {
  const { entry, isSelected, onSelect } = props;
  const { method, path, status, code, reason, title, origin, tpp, program, duration, at } = entry;
  const { Icon, label } = origin === null ? SENT : DIRECTION[origin];
  return (
    <tr aria-selected={isSelected} data-id={entry.id}>
      <td>
        <button
          type="button"
          className={classes(styles.row, layout.inset)}
          data-opens
          title={[`${method} ${path}`, reason].filter(Boolean).join('\n')}
          onClick={onSelect}
        >
          <span>
            <Icon size={16} aria-hidden="true" className={textStyles.faint} />
            <span className={textStyles.spoken}>{label}</span>
          </span>
          <span>
            <Badge tone={status === null ? 'bad' : toneOf(status)}>
              <code>{status ?? t.failed}</code>
            </Badge>
          </span>
          <span className={styles.what}>
            <span className={classes(textStyles.mono, styles.call)}>
              <MethodName>{method}</MethodName> {shortIds(path)}
            </span>
            <span className={styles.about}>
              {code !== null && <code className={textStyles.bad}>{code}</code>}
              <span className={code === null ? undefined : textStyles.spoken}>{title}</span>
              <span>{origin === 'received' ? (tpp ?? t.tppUnknown) : destination(entry)}</span>
              {program !== null && <span className={textStyles.faint}>{program}</span>}
            </span>
          </span>
          <span className={textStyles.num}>
            {secondsText(at)}
            {duration !== null && <small>{t.milliseconds(Math.round(duration))}</small>}
          </span>
        </button>
      </td>
    </tr>
  );
}

/** A visit of the PSU to the bank: the opened page, the PSU's decision, the redirect. Shown in the diagram. */
function ScaRow({ event }: { event: FlowEvent }) {
  const about = event.about.find(({ subject }) => subject === 'authorisation') ?? event.about[0];
  const row = (
    <>
      <UserRound size={16} aria-hidden="true" className={textStyles.faint} />
      <span>
        <Badge tone={markOf(event).bad ? 'bad' : 'plain'}>{t.sca}</Badge>
      </span>
      <span className={styles.what}>
        {phraseOf(event)}
        <span className={styles.about}>{event.environment ?? texts.core.environments.localBank}</span>
      </span>
      <span className={textStyles.num}>{secondsText(event.at)}</span>
    </>
  );
  return (
    <tr>
      <td>
        {about === undefined ? (
          <div className={styles.row}>{row}</div>
        ) : (
          <button
            type="button"
            className={classes(styles.row, layout.inset)}
            data-opens
            title={texts.flow.bar.showInFlow}
            onClick={() => showInFlow(about)}
          >
            {row}
          </button>
        )}
      </td>
    </tr>
  );
}
