/** The Bank view: the local bank's data, clock, server and controls. */
import { useEffect, type FormEvent, type ReactNode } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { closedDay } from '../../../shared/demonstrations/clock-jump.ts';
import { osloDate } from '../../../shared/norway/oslo.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Detail, type Kind, KINDS, useBank } from '../../state/bank.ts';
import { useStatus } from '../../state/status.ts';
import { Problem, Pending, Note } from '../../ui/messages.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { clockText, zoneText } from '../../ui/format.ts';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/form.tsx';
import { Count, Badge } from '../../ui/labels.tsx';
import { PlaceMain } from '../../ui/columns.tsx';
import { Leaf } from '../../ui/list-items.tsx';
import { Button } from '../../ui/button.tsx';
import { AccountPane } from './account-pane.tsx';
import { ClockBar } from './clock-bar.tsx';
import { ReplaceBar } from './replace-data.tsx';
import { BasketPane, PaymentPane } from './payment-pane.tsx';
import { Quirks, Scenarios } from './lists/quirks-and-scenarios.tsx';
import { Accounts, Baskets, Cards, Payments } from './lists/payments-and-accounts.tsx';
import { Register } from './lists/tpp-register.tsx';
import { Agreements, Consents, Customers, Sessions, Unattended } from './lists/customers-and-consents.tsx';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.place;

const LISTS: Record<Kind, (props: { overview: Overview }) => ReactNode> = {
  payments: Payments,
  baskets: Baskets,
  accounts: Accounts,
  cards: Cards,
  customers: Customers,
  agreements: Agreements,
  consents: Consents,
  sessions: Sessions,
  unattended: Unattended,
  tpps: Register,
  quirks: Quirks,
  scenarios: Scenarios,
};

export function BankPlace() {
  const { overview, kind, detail, notice, problem, missing, load } = useBank();
  useEffect(() => void load(), [load]);
  // The notices are outdated when the view is shown again, and no form is open.
  useEffect(() => () => useBank.setState({ notice: null, missing: null, asking: null }), []);
  const isStopped = useStatus(({ status }) => status?.bank.running === false);
  const elsewhere = useStatus(({ status }) =>
    status === null || status.environment.isLocal ? null : status.environment.name,
  );
  if (!overview)
    return (
      <PlaceMain>
        <Pending doing={t.looking} problem={problem} onRetry={() => void load()} />
        {problem !== null && <ReplaceBar />}
      </PlaceMain>
    );
  const List = LISTS[kind];
  const shown = KINDS.find((one) => one.kind === kind);
  // The payments list also shows the times of batches.
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
            <List overview={overview} />
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

/** Starts and stops the bank's server, and sets its port. */
function ServerForm() {
  const bank = useStatus((store) => store.status?.bank);
  const perform = useBank((store) => store.perform);
  if (!bank) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const port = Number(new FormData(event.currentTarget).get('port'));
    void perform('bank.start', { port }, t.answersAt(port));
  };
  return (
    <form className={styles.server} aria-label={t.listener} onSubmit={submit}>
      <Badge tone={bank.running ? 'ok' : 'bad'}>{bank.running ? t.running : t.stopped}</Badge>
      <label>
        {t.port}{' '}
        <Input
          key={bank.port}
          className={styles.port}
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={bank.port}
        />
      </label>
      <span className={layout.row}>
        <Button type="submit" size="small">
          {bank.running ? t.move : t.start}
        </Button>
        {bank.running && (
          <Button size="small" onClick={() => void perform('bank.stop', {}, null)}>
            {t.stop}
          </Button>
        )}
      </span>
    </form>
  );
}
