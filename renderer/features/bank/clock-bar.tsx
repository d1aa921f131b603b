/** The bank's clock and what time brings; snapshots and reset. */
import { ListEnd } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Overview } from '../../../shared/xs2a/inspection.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { bankNow, useStatus } from '../status/store.ts';
import { useBank } from './store.ts';
import { clockText, timeText, wholeText } from './times.ts';

const MODES = [
  { value: 'real', label: 'Running' },
  { value: 'frozen', label: 'Frozen' },
] as const;
const STEPS = [
  { advance: 'PT1M', label: '+1 min' },
  { advance: 'PT1H', label: '+1 h' },
  { advance: 'P1D', label: '+1 day' },
] as const;

export function ClockBar({ overview: { clock, counts } }: { overview: Overview }) {
  const { pull, batch } = useBank();
  const [asking, setAsking] = useState<'date' | 'snapshot' | 'reset' | null>(null);
  const toggle = (what: NonNullable<typeof asking>) => setAsking(asking === what ? null : what);
  return (
    <section className="clock-bar" aria-label="Clock of the bank">
      <div className="row">
        <BankTime />
        <Segmented
          label="Clock"
          value={clock.mode}
          options={MODES}
          onChange={(mode) =>
            void pull(
              'bank.clock',
              { mode },
              mode === 'frozen' ? 'The clock stands still.' : 'The clock runs on.',
            )
          }
        />
        {STEPS.map(({ advance, label }) => (
          <button
            key={advance}
            type="button"
            className="btn sm"
            onClick={() => void pull('bank.clock', { advance }, `The clock went on: ${label}.`)}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          className="btn sm"
          onClick={() =>
            void pull(
              'bank.clock',
              { toNextBatch: true },
              `The clock went on to the batch of ${clockText(clock.nextBatch)}.`,
            )
          }
        >
          To batch {timeText(clock.nextBatch, clock.now)}
        </button>
        <button
          type="button"
          className="btn sm"
          aria-expanded={asking === 'date'}
          onClick={() => toggle('date')}
        >
          To date…
        </button>
        <button type="button" className="btn sm" onClick={() => void batch()}>
          <ListEnd size={14} aria-hidden="true" /> Run batch now
        </button>
        <span className="soft small">{counts.waiting} waiting</span>
        <span className="grow" />
        <button
          type="button"
          className="btn plain sm"
          aria-expanded={asking === 'snapshot'}
          onClick={() => toggle('snapshot')}
        >
          Snapshots…
        </button>
        <button
          type="button"
          className="btn harm sm"
          aria-expanded={asking === 'reset'}
          onClick={() => toggle('reset')}
        >
          Reset…
        </button>
      </div>
      {asking === 'date' && <ToDate onDone={() => setAsking(null)} />}
      {asking === 'snapshot' && <SnapshotForm />}
      {asking === 'reset' && (
        <div className="row">
          <span>Everybody and every payment goes; the bank begins anew with its starting data.</span>
          <button
            type="button"
            className="btn harm sm"
            onClick={() => {
              setAsking(null);
              void pull('bank.reset', {}, 'The bank has begun anew.');
            }}
          >
            Reset the bank
          </button>
          <button type="button" className="btn plain sm" onClick={() => setAsking(null)}>
            Keep it
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
      <div className="tiny soft">Bank clock, Oslo</div>
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
    void pull('bank.clock', { set: at.toISOString() }, `The clock went on to ${wholeText(at.getTime())}.`);
  };
  return (
    <form className="row" aria-label="Move the clock" onSubmit={submit}>
      <label>
        Forward to, in this machine&apos;s time{' '}
        <input className="field date-field" type="datetime-local" name="to" required />
      </label>
      <button type="submit" className="btn sm">
        Move the clock
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
    void pull('bank.takeSnapshot', { name }, `The snapshot "${name}" is taken.`);
  };
  return (
    <div className="row snapshots">
      <form className="row" aria-label="Take a snapshot" onSubmit={submit}>
        <input
          className="field date-field"
          name="name"
          aria-label="Name of the snapshot"
          defaultValue={overview ? wholeText(overview.clock.now) : ''}
          required
        />
        <button type="submit" className="btn sm">
          Take a snapshot
        </button>
      </form>
      {snapshots.length === 0 ? (
        <span className="soft">
          None yet. A snapshot keeps everything, the clock included, to go back to.
        </span>
      ) : (
        <ul aria-label="Snapshots">
          {snapshots.map(({ name }) => (
            <li key={name}>
              <span className="grow cut">{name}</span>
              <button
                type="button"
                className="btn sm"
                onClick={() =>
                  void pull('bank.restoreSnapshot', { name }, `The bank is as it was in "${name}".`)
                }
              >
                Restore
              </button>
              <AskTwice
                plain
                label="Delete…"
                sure={`Delete "${name}"`}
                onSure={() =>
                  void pull('bank.removeSnapshot', { name }, `The snapshot "${name}" is deleted.`)
                }
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
