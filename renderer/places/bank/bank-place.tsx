/** Bank: the local bank from inside, its clock and its levers. */
import { type FormEvent, useEffect } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Badge } from '../../ui/parts.tsx';
import { useStatus } from '../../state/status.ts';
import { AccountPane } from './account-pane.tsx';
import { BasketPane } from './basket-pane.tsx';
import { ClockBar } from './clock-bar.tsx';
import { BankList } from './lists/bank-list.tsx';
import { PaymentPane } from './payment-pane.tsx';
import { type Detail, type Kind, KINDS, useBank } from '../../state/bank.ts';
import { clockText } from './times.ts';

const t = texts.bank.place;

export function BankPlace() {
  const { overview, kind, detail, said, problem, load } = useBank();
  useEffect(() => void load(), [load]);
  if (!overview)
    return (
      <main className="place">
        <Pending doing={t.looking} problem={problem} onRetry={() => void load()} />
      </main>
    );
  return (
    <main className="place bank">
      <ClockBar overview={overview} />
      {(problem !== null || said !== null) && (
        <div className="bank-said">
          <Problem text={problem} />
          {said !== null && <output className="note ok">{said}</output>}
        </div>
      )}
      <div className={detail ? 'bank-columns with-detail' : 'bank-columns'}>
        <Kinds overview={overview} />
        <section className="pane" aria-label={t.list}>
          <div className="head">
            <h2>{KINDS.find((one) => one.kind === kind)?.label}</h2>
            <span className="count">{countOf(overview, kind)}</span>
            <span className="grow" />
            {kind === 'payments' && <Search />}
          </div>
          <section className="scroll inset" aria-label={t.rows} tabIndex={0}>
            <BankList overview={overview} kind={kind} />
            {kind === 'payments' && <Batches overview={overview} />}
          </section>
        </section>
        {detail && <DetailPane detail={detail} />}
      </div>
    </main>
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
    <nav className="pane tree" aria-label={t.kinds}>
      {KINDS.map(({ kind, label }) => (
        <button
          key={kind}
          type="button"
          className="leaf inset"
          aria-current={kind === chosen}
          onClick={() => show(kind)}
        >
          <span className="grow">{label}</span> <span className="soft num">{countOf(overview, kind)}</span>
        </button>
      ))}
      <p className="pad soft small">{overview.environment === 'production' ? t.inProduction : t.inSandbox}</p>
      <ServerForm />
    </nav>
  );
}

/** Whether TPPs reach the bank, and at which port. */
function ServerForm() {
  const bank = useStatus((store) => store.status?.bank);
  const pull = useBank((store) => store.pull);
  if (!bank) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const port = Number(new FormData(event.currentTarget).get('port'));
    void pull('bank.start', { port }, t.answersAt(port));
  };
  return (
    <form className="server" aria-label={t.listener} onSubmit={submit}>
      <Badge tone={bank.running ? 'ok' : 'bad'}>{bank.running ? t.running : t.stopped}</Badge>
      <label>
        {t.port}{' '}
        <input
          key={bank.port}
          className="field port"
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={bank.port}
        />
      </label>
      <span className="row">
        <button type="submit" className="btn sm">
          {bank.running ? t.move : t.start}
        </button>
        {bank.running && (
          <button type="button" className="btn sm" onClick={() => void pull('bank.stop', {}, t.stoppedNote)}>
            {t.stop}
          </button>
        )}
      </span>
    </form>
  );
}

function Search() {
  const { search, setSearch } = useBank();
  return (
    <input
      className="field search"
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
        <p className="pad soft">{t.noBankingDay}</p>
      ) : (
        <ul className="batches" aria-label={t.batchesToday}>
          {clock.batches.map(({ at, ran }) => (
            <li key={at}>
              <b className="num">{clockText(at)}</b>{' '}
              {ran ? t.batchRan : at === next ? t.batchNext : t.batchLater}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
