/** The table of the History view: exchanges and SCA events, newest first. */
import type { ListedExchange } from '../../../shared/contract/exchange.ts';
import type { Output } from '../../../shared/contract/methods.ts';
import type { FlowEvent } from '../../../shared/flow/event.ts';
import { markOf } from '../../../shared/flow/marks.ts';
import { phraseOf } from '../../../shared/flow/sentence.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { SIGNATURE_NOT_VALID } from '../../../shared/xs2a/refusals.ts';
import { toneOf } from '../../parts/response/read-response.ts';
import { showInBank } from '../../state/bank.ts';
import type { From } from '../../state/history.ts';
import { useStatus } from '../../state/status.ts';
import { showInFlow } from '../../state/flow.ts';
import { ActionsHead, Grid } from '../../ui/table.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph } from '../../ui/labels.tsx';
import { momentText, momentOfToday } from '../../ui/format.ts';
import layout from '../../ui/layout.module.css';
import styles from './history-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.history.place;

export type Listed = Output<'history.list'>;

/** Said of an empty list. */
const EMPTY: Record<From, (bank: string) => string> = {
  all: () => t.empty,
  sent: () => t.empty,
  received: t.emptyReceived,
  proxied: () => t.emptyProxied,
};

interface Actions {
  /** Id of the open exchange. */
  selected: string | null;
  onSelect: (id: string) => void;
  onCompare: (id: string) => void;
}

export function HistoryTable({
  list,
  search,
  from,
  ...actions
}: Actions & { list: Listed; search: string; from: From }) {
  const bank = useStatus(({ status }) => `https://localhost:${status?.bank.port ?? ''}`);
  const { exchanges, more, sca } = list;
  const rows = [
    ...exchanges.map((entry) => ({ at: entry.at, entry })),
    ...sca.map((event) => ({ at: event.at, event })),
  ].sort((one, other) => other.at - one.at);
  if (rows.length === 0) {
    return (
      <p className={classes(layout.pad, textStyles.soft)}>
        {search === '' ? EMPTY[from](bank) : t.nothingFits(search)}
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
              <ScaRow key={`sca ${row.event.seq}`} event={row.event} />
            ) : (
              <ExchangeRow key={row.entry.id} entry={row.entry} {...actions} />
            ),
          )}
        </tbody>
      </Grid>
      {more && <p className={classes(layout.pad, textStyles.soft)}>{t.more(rows.length)}</p>}
    </div>
  );
}

function ExchangeRow({ entry, selected, onSelect, onCompare }: Actions & { entry: ListedExchange }) {
  const what = `${entry.method} ${entry.path}`;
  return (
    <tr aria-selected={entry.id === selected}>
      <td className={classes(styles.status, textStyles.nowrap)}>
        <Glyph tone={entry.status === null ? 'bad' : toneOf(entry.status)} size={13} />{' '}
        {entry.status ?? t.failed}
      </td>
      <td className={styles.request}>
        <div>
          <LinkButton
            className={textStyles.cut}
            title={entry.title}
            data-opens
            onClick={() => onSelect(entry.id)}
          >
            {entry.title}
          </LinkButton>
          <span className={classes(textStyles.mono, textStyles.cut)} title={what}>
            {what}
          </span>
          {entry.code !== null && <Refused code={entry.code} reason={entry.reason ?? ''} />}
        </div>
      </td>
      <td className={textStyles.num}>{entry.duration === null ? '' : Math.round(entry.duration)}</td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {entry.origin === 'proxy'
          ? t.throughProxy(entry.environment)
          : entry.origin === 'tap'
            ? t.throughTap(entry.environment)
            : entry.origin === 'received'
              ? t.fromTpp(entry.tpp)
              : entry.environment}
      </td>
      <td
        className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}
        title={momentText(entry.at)}
      >
        {momentOfToday(entry.at)}
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

function Refused({ code, reason }: { code: string; reason: string }) {
  return (
    <span className={classes(styles.refused, textStyles.small, textStyles.cut)} title={`${code}\n${reason}`}>
      {/* The beginning is the same in each refused signature. */}
      <code className={textStyles.bad}>{code}</code> {reason.replace(SIGNATURE_NOT_VALID, '')}
    </span>
  );
}

/** A visit of the PSU to the bank: the opened page, the PSU's decision, the redirect. */
function ScaRow({ event }: { event: FlowEvent }) {
  const about = event.about.find(({ subject }) => subject === 'authorisation') ?? event.about[0];
  const paid = event.about.find(({ subject }) => subject === 'payment' || subject === 'basket');
  const { localBank } = texts.core.environments;
  const isLocal = event.environment === null || event.environment === localBank;
  const phrase = phraseOf(event);
  return (
    <tr>
      <td className={textStyles.nowrap}>
        <Glyph tone={markOf(event).bad ? 'bad' : 'plain'} size={13} /> {t.sca}
      </td>
      <td colSpan={2} className={classes(styles.request, textStyles.cut)} title={phrase}>
        {about === undefined ? (
          phrase
        ) : (
          <LinkButton
            className={classes(styles.phrase, textStyles.cut)}
            title={`${phrase}\n${texts.flow.bar.showInFlow}`}
            onClick={() => showInFlow(about)}
          >
            {phrase}
          </LinkButton>
        )}
      </td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {event.environment ?? localBank}
      </td>
      <td className={classes(textStyles.soft, textStyles.small, textStyles.nowrap)}>
        {momentOfToday(event.at)}
      </td>
      <td>
        {paid !== undefined && isLocal && (
          <Button
            look="plain"
            size="small"
            onClick={() => showInBank(paid.subject === 'basket' ? 'baskets' : 'payments', paid.id)}
          >
            {paid.subject === 'basket' ? texts.flow.bar.openBasket : texts.flow.bar.openPayment}
          </Button>
        )}
      </td>
    </tr>
  );
}
