/** The Bank view: the local bank's data, its clock and its controls. */
import { useEffect } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { closedDay } from '../../../shared/demonstrations/clock-jump.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountPane } from './account-pane.tsx';
import { BasketPane } from './basket-pane.tsx';
import { ClockBar, WaysOut } from './clock-bar.tsx';
import { BankList } from './lists/bank-list.tsx';
import { PaymentPane } from './payment-pane.tsx';
import { type Detail, type Kind, KINDS, useBank } from '../../state/bank.ts';
import { useStatus } from '../../state/status.ts';
import { clockText, zoneText } from '../../ui/bank-time.ts';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { Count } from '../../ui/badge.tsx';
import { Head } from '../../ui/head.tsx';
import { Note } from '../../ui/note.tsx';
import { PlaceMain } from '../../ui/place-main.tsx';
import { Leaf } from '../../ui/leaf.tsx';
import { ServerForm } from './server-form.tsx';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.place;

export function BankPlace() {
  const { overview, kind, detail, notice, problem, missing, load } = useBank();
  useEffect(() => void load(), [load]);
  // The sentence about the last action is of the bank as it was then, and a demonstration may have put in another.
  useEffect(() => () => useBank.setState({ notice: null, missing: null }), []);
  const isStopped = useStatus(({ status }) => status?.bank.running === false);
  /** Name of the environment in use, if it is another bank's. */
  const elsewhere = useStatus(({ status }) =>
    status === null || status.environment.isLocal ? null : status.environment.name,
  );
  if (!overview)
    return (
      <PlaceMain>
        <Pending doing={t.looking} problem={problem} onRetry={() => void load()} />
        {problem !== null && <WaysOut />}
      </PlaceMain>
    );
  const shown = KINDS.find((one) => one.kind === kind);
  // Below the payments are the batches, which have times even if there are no payments.
  const hasTimes = shown?.hasTimes === true && (kind === 'payments' || countOf(overview, kind) > 0);
  return (
    <PlaceMain className={styles.bank}>
      <ClockBar overview={overview} />
      {(problem !== null || notice !== null || missing !== null || elsewhere !== null || isStopped) && (
        <div>
          {elsewhere !== null && <Note>{t.elsewhere(elsewhere)}</Note>}
          <Problem text={problem} />
          {(isStopped || missing !== null) && (
            <output>
              {isStopped && <Note tone="warn">{t.stoppedNote}</Note>}
              {missing !== null && <Note tone="warn">{missing}</Note>}
            </output>
          )}
          {notice !== null && (
            <Note as="output" tone="ok">
              {notice}
            </Note>
          )}
        </div>
      )}
      <div className={classes(styles.columns, detail !== null && styles.withDetail)}>
        <Kinds overview={overview} />
        <section className={layout.pane} aria-label={t.list}>
          <Head>
            <h2>{shown?.label}</h2>
            <Count>{countOf(overview, kind)}</Count>
            <span className={classes(textStyles.soft, textStyles.small, textStyles.cut, layout.grow)}>
              {hasTimes && t.zone(zoneText(overview.clock.now))}
            </span>
            {kind === 'payments' && <Search />}
          </Head>
          <section className={classes(layout.scroll, layout.inset)} aria-label={t.rows} tabIndex={0}>
            <BankList overview={overview} kind={kind} />
            {kind === 'payments' && <Batches overview={overview} />}
          </section>
        </section>
        {detail && <DetailPane detail={detail} />}
      </div>
    </PlaceMain>
  );
}

function DetailPane({ detail }: { detail: Detail }) {
  switch (detail.kind) {
    case 'payments':
      return <PaymentPane key={detail.payment.id} payment={detail.payment} />;
    case 'baskets':
      return <BasketPane key={detail.basket.id} basket={detail.basket} />;
    case 'accounts':
    case 'cards':
      return <AccountPane key={detail.account.id} account={detail.account} />;
  }
}

function countOf(overview: Overview, kind: Kind): number {
  return kind === 'payments' ? overview.counts.payments : overview[kind].length;
}

function Kinds({ overview }: { overview: Overview }) {
  const { kind: chosen, show } = useBank();
  return (
    <nav className={classes(layout.pane, layout.ground)} aria-label={t.kinds}>
      <div className={layout.scroll}>
        {KINDS.map(({ kind, label }) => (
          <Leaf key={kind} current={kind === chosen} onClick={() => show(kind)}>
            <span className={layout.grow}>{label}</span>{' '}
            <span className={classes(textStyles.soft, textStyles.num)}>{countOf(overview, kind)}</span>
          </Leaf>
        ))}
        <p className={classes(layout.pad, textStyles.soft, textStyles.small)}>
          {overview.environment === 'production' ? t.inProduction : t.inSandbox}
        </p>
        <ServerForm />
      </div>
    </nav>
  );
}

function Search() {
  const { search, setSearch } = useBank();
  return (
    <Input
      className={styles.search}
      type="search"
      placeholder={t.searchHint}
      aria-label={t.searchPayments}
      value={search}
      onChange={(event) => setSearch(event.target.value)}
    />
  );
}

function Batches({ overview: { clock } }: { overview: Overview }) {
  const next = clock.batches.find(({ ran }) => !ran)?.at;
  return (
    <Panel name="bank.batches" title={t.batchesToday} rule="SBX-5">
      {clock.batches.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>
          {t.noBankingDay(closedDay(osloDate(clock.now)))}
        </p>
      ) : (
        <ul className={styles.batches} aria-label={t.batchesToday}>
          {clock.batches.map(({ at, ran }) => (
            <li key={at}>
              <b className={textStyles.num}>{clockText(at)}</b>{' '}
              {ran ? t.batchRan : at === next ? t.batchNext : t.batchLater}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
