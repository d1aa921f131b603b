/** The bank's clock and what time brings; snapshots and reset. */
import { ListEnd } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { bankNow, useStatus } from '../../state/status.ts';
import { useBank } from '../../state/bank.ts';
import { clockText, timeText, wholeText } from './times.ts';

const t = texts.bank.clock;

const MODES = [
  { value: 'real', label: t.running },
  { value: 'frozen', label: t.frozen },
] as const;
const STEPS = [
  { advance: 'PT1M', label: t.oneMinute },
  { advance: 'PT1H', label: t.oneHour },
  { advance: 'P1D', label: t.oneDay },
] as const;

export function ClockBar({ overview: { clock, counts } }: { overview: Overview }) {
  const { pull, batch } = useBank();
  const [asking, setAsking] = useState<'date' | 'snapshot' | 'reset' | null>(null);
  const toggle = (what: NonNullable<typeof asking>) => setAsking(asking === what ? null : what);
  return (
    <section className="clock-bar" aria-label={t.title}>
      <div className="row">
        <BankTime />
        <Segmented
          label={t.mode}
          value={clock.mode}
          options={MODES}
          onChange={(mode) => void pull('bank.clock', { mode }, mode === 'frozen' ? t.stands : t.runs)}
        />
        {STEPS.map(({ advance, label }) => (
          <button
            key={advance}
            type="button"
            className="btn sm"
            onClick={() => void pull('bank.clock', { advance }, t.wentOn(label))}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          className="btn sm"
          onClick={() =>
            void pull('bank.clock', { toNextBatch: true }, t.wentToBatch(clockText(clock.nextBatch)))
          }
        >
          {t.toBatch(timeText(clock.nextBatch, clock.now))}
        </button>
        <button
          type="button"
          className="btn sm"
          aria-expanded={asking === 'date'}
          onClick={() => toggle('date')}
        >
          {t.toDate}
        </button>
        <button type="button" className="btn sm" onClick={() => void batch()}>
          <ListEnd size={14} aria-hidden="true" /> {t.runBatch}
        </button>
        <span className="soft small">{t.waiting(counts.waiting)}</span>
        <span className="grow" />
        <button
          type="button"
          className="btn plain sm"
          aria-expanded={asking === 'snapshot'}
          onClick={() => toggle('snapshot')}
        >
          {t.openSnapshots}
        </button>
        <button
          type="button"
          className="btn harm sm"
          aria-expanded={asking === 'reset'}
          onClick={() => toggle('reset')}
        >
          {t.openReset}
        </button>
      </div>
      {asking === 'date' && <ToDate onDone={() => setAsking(null)} />}
      {asking === 'snapshot' && <SnapshotForm />}
      {asking === 'reset' && (
        <div className="row">
          <span>{t.resetWarning}</span>
          <button
            type="button"
            className="btn harm sm"
            onClick={() => {
              setAsking(null);
              void pull('bank.reset', {}, t.wasReset);
            }}
          >
            {t.resetBank}
          </button>
          <button type="button" className="btn plain sm" onClick={() => setAsking(null)}>
            {texts.common.keep}
          </button>
        </div>
      )}
    </section>
  );
}

function BankTime() {
  const { status, readAt } = useStatus();
  if (!status) return null;
  return (
    <div>
      <div className="tiny soft">{t.now}</div>
      <div className="bank-time">{wholeText(bankNow(status, readAt))}</div>
    </div>
  );
}

function ToDate({ onDone }: { onDone: () => void }) {
  const pull = useBank((store) => store.pull);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('to');
    if (!(input instanceof HTMLInputElement)) return;
    // The field has this machine's own zone; the instant is what counts.
    const at = new Date(input.value);
    if (Number.isNaN(at.getTime())) return;
    onDone();
    void pull('bank.clock', { set: at.toISOString() }, t.wentTo(wholeText(at.getTime())));
  };
  return (
    <form className="row" aria-label={t.move} onSubmit={submit}>
      <label>
        {t.forwardTo} <input className="field date-field" type="datetime-local" name="to" required />
      </label>
      <button type="submit" className="btn sm">
        {t.move}
      </button>
    </form>
  );
}

function SnapshotForm() {
  const { pull, snapshots, overview } = useBank();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('name');
    if (!(input instanceof HTMLInputElement)) return;
    const name = input.value.trim();
    void pull('bank.takeSnapshot', { name }, t.snapshotTaken(name));
  };
  return (
    <div className="row snapshots">
      <form className="row" aria-label={t.takeSnapshot} onSubmit={submit}>
        <input
          className="field date-field"
          name="name"
          aria-label={t.nameSnapshot}
          defaultValue={overview ? wholeText(overview.clock.now) : ''}
          required
        />
        <button type="submit" className="btn sm">
          {t.takeSnapshot}
        </button>
      </form>
      {snapshots.length === 0 ? (
        <span className="soft">{t.noSnapshots}</span>
      ) : (
        <ul aria-label={t.snapshots}>
          {snapshots.map(({ name }) => (
            <li key={name}>
              <span className="grow cut">{name}</span>
              <button
                type="button"
                className="btn sm"
                onClick={() => void pull('bank.restoreSnapshot', { name }, t.restored(name))}
              >
                {t.restore}
              </button>
              <AskTwice
                plain
                label={texts.common.delete}
                sure={t.deleteSnapshot(name)}
                onSure={() => void pull('bank.removeSnapshot', { name }, t.snapshotDeleted(name))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
