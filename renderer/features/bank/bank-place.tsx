/** Bank: the local bank from inside, its clock and its levers. */
import { type FormEvent, useEffect } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { Problem } from '../../ui/form.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Badge, Rule } from '../../ui/parts.tsx';
import { useStatus } from '../status/store.ts';
import { ClockBar } from './clock-bar.tsx';
import { BasketPane, PaymentPane } from './details.tsx';
import { BankList } from './lists.tsx';
import { type Kind, KINDS, useBank } from './store.ts';
import { clockText } from './times.ts';

export function BankPlace() {
  const { overview, kind, payment, basket, said, problem, load } = useBank();
  useEffect(() => void load(), [load]);
  if (!overview)
    return (
      <main className="place">
        <Pending doing="Looking into the bank…" problem={problem} onRetry={() => void load()} />
      </main>
    );
  const detail = (kind === 'payments' && payment !== null) || (kind === 'baskets' && basket !== null);
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
        <section className="pane" aria-label="List">
          <div className="head">
            <h2>{KINDS.find((one) => one.kind === kind)?.label}</h2>
            <span className="count">{countOf(overview, kind)}</span>
            <span className="grow" />
            {kind === 'payments' && <Search />}
          </div>
          <section className="scroll inset" aria-label="Rows" tabIndex={0}>
            <BankList overview={overview} kind={kind} />
            {kind === 'payments' && <Batches overview={overview} />}
          </section>
        </section>
        {kind === 'payments' && payment && <PaymentPane key={payment.id} payment={payment} />}
        {kind === 'baskets' && basket && <BasketPane key={basket.id} basket={basket} />}
      </div>
    </main>
  );
}

function countOf(overview: Overview, kind: Kind): number {
  return kind === 'payments' ? overview.counts.payments : overview[kind].length;
}

function Kinds({ overview }: { overview: Overview }) {
  const { kind: chosen, show } = useBank();
  return (
    <nav className="pane tree" aria-label="Kinds">
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
      <p className="pad soft small">
        {overview.environment === 'production'
          ? 'In production: certificates and roles are checked. Change it under Quirks.'
          : 'In the sandbox: certificates are not checked. Change it under Quirks.'}
      </p>
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
    void pull('bank.start', { port }, `The bank answers at port ${port}.`);
  };
  return (
    <form className="server" aria-label="Listener of the bank" onSubmit={submit}>
      <Badge tone={bank.running ? 'ok' : 'bad'}>{bank.running ? 'Running' : 'Stopped'}</Badge>
      <label>
        Port{' '}
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
          {bank.running ? 'Move' : 'Start'}
        </button>
        {bank.running && (
          <button
            type="button"
            className="btn sm"
            onClick={() => void pull('bank.stop', {}, 'The bank answers no TPP until it is started again.')}
          >
            Stop
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
      placeholder="Name, id, amount, status"
      aria-label="Search the payments"
      value={search}
      onChange={(event) => setSearch(event.target.value)}
    />
  );
}

function Batches({ overview: { clock } }: { overview: Overview }) {
  const next = clock.batches.find(({ ran }) => !ran)?.at;
  return (
    <>
      <div className="head sub">
        <h3>Batches today</h3>
        <span className="grow" />
        <Rule id="SBX-5" />
      </div>
      {clock.batches.length === 0 ? (
        <p className="pad soft">Today is no banking day.</p>
      ) : (
        <ul className="batches" aria-label="Batches today">
          {clock.batches.map(({ at, ran }) => (
            <li key={at}>
              <b className="num">{clockText(at)}</b> {ran ? 'ran' : at === next ? 'next' : 'later'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
