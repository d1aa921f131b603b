/** Replaces the bank's data: snapshots and the reset. */
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { freeName } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type Asking, useBank } from '../../state/bank.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useBankClock } from '../../state/status.ts';
import { AskTwice, Button, FileButton } from '../../ui/button.tsx';
import { clockDifference, dateText, minuteText, momentText } from '../../ui/format.ts';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/form.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.clock;

/** Opens and closes a form of the clock bar. */
export function AskButton(props: {
  form: Asking;
  look?: ComponentProps<typeof Button>['look'];
  children: ReactNode;
}) {
  const { form, look = 'normal', children } = props;
  const { asking, ask } = useBank();
  const isOpen = asking === form;
  return (
    <Button look={look} size="small" aria-expanded={isOpen} onClick={() => ask(isOpen ? null : form)}>
      {children}
    </Button>
  );
}

/** Shown in place of the clock bar if the bank's data cannot be read. */
export function ReplaceBar() {
  return (
    <section className={styles.clockBar} aria-label={t.waysOut}>
      <div className={layout.actions}>
        <ReplaceButtons />
      </div>
      <ReplaceForm />
    </section>
  );
}

export function ReplaceButtons() {
  return (
    <>
      <AskButton form="snapshot" look="plain">
        {t.openSnapshots}
      </AskButton>
      <AskButton form="reset" look="harm">
        {t.openReset}
      </AskButton>
    </>
  );
}

const closeForm = () => useBank.getState().ask(null);

/** The form that {@link ReplaceButtons} have opened. Escape closes it, and every other form of the clock bar. */
export function ReplaceForm() {
  const asking = useBank((store) => store.asking);
  useEscape(asking === null ? null : closeForm);
  if (asking === 'snapshot') return <Snapshots />;
  return asking === 'reset' ? <Reset /> : null;
}

function Reset() {
  const perform = useBank((store) => store.perform);
  const shown = useDemonstrations(({ state }) => state.playing?.name ?? null);
  const canSetClock = clockDifference(useBankClock()?.ahead ?? 0) !== null;
  // A demonstration continues at its own time.
  const [isWithClock, setIsWithClock] = useState(shown === null);
  const toNow = canSetClock && isWithClock;
  return (
    <div className={layout.actions}>
      <span>
        {shown === null ? '' : t.resetOfDemonstration(shown)} {t.resetWarning}
      </span>
      {canSetClock && (
        <label className={layout.row}>
          <input
            type="checkbox"
            checked={isWithClock}
            onChange={({ target }) => setIsWithClock(target.checked)}
          />
          {t.andSetClock}
        </label>
      )}
      <Button
        look="harm"
        size="small"
        onClick={() => {
          closeForm();
          void perform(
            'bank.reset',
            { clock: toNow ? 'real' : 'keep' },
            toNow ? t.wasResetToNow : t.wasReset,
          );
        }}
      >
        {t.resetBank}
      </Button>
      <Button look="plain" size="small" onClick={closeForm}>
        {texts.common.keep}
      </Button>
    </div>
  );
}

function Snapshots() {
  const { perform, add, save, snapshots, overview } = useBank();
  const hint = useId();
  /** Until the user types, the name follows the bank's clock. */
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = (name: string) => snapshots.some((one) => one.name === name);
  const proposed = overview ? freeName(t.snapshotAt(dateText(overview.clock.now)), isTaken) : '';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = (typed ?? proposed).trim();
    // At once, because the user may type the next name in the meantime. A refused name is shown again.
    setTyped(null);
    await perform('bank.takeSnapshot', { name }, t.snapshotTaken(name));
    if (useBank.getState().problem !== null) setTyped((now) => now ?? name);
  };
  return (
    <div className={layout.actions}>
      <form className={layout.actions} aria-label={t.takeSnapshot} onSubmit={(event) => void submit(event)}>
        <Input
          className={styles.snapshotName}
          name="name"
          aria-label={t.nameSnapshot}
          value={typed ?? proposed}
          onChange={(event) => setTyped(event.target.value)}
          required
        />
        <Button type="submit" size="small">
          {t.takeSnapshot}
        </Button>
      </form>
      <FileButton
        label={t.openSnapshotFile}
        inputLabel={t.snapshotFiles}
        onFiles={(files) => void add(files)}
      />
      {snapshots.length === 0 ? (
        <span className={textStyles.soft}>{t.noSnapshots}</span>
      ) : (
        <>
          <ul aria-label={t.snapshots}>
            {snapshots.map(({ name, takenAt, about }) => (
              <li key={name} className={styles.snapshot}>
                <div className={layout.grow}>
                  <div className={textStyles.cut}>{name}</div>
                  <div className={classes(textStyles.small, textStyles.soft)}>
                    {t.snapshotIs(momentText(takenAt), about)}
                    {about !== null && ` ${t.snapshotHas(minuteText(about.clock), about)}`}
                  </div>
                </div>
                <AskTwice
                  label={t.restore}
                  sure={t.replaceBank}
                  onSure={() =>
                    void perform('bank.restoreSnapshot', { name }, ({ withWorkbench }) =>
                      withWorkbench ? t.restored(name) : t.restoredBank(name),
                    )
                  }
                />
                <Button
                  size="small"
                  aria-label={t.saveSnapshotOf(name)}
                  aria-describedby={hint}
                  onClick={() => void save(name)}
                >
                  {t.saveSnapshot}
                </Button>
                <AskTwice
                  plain
                  label={texts.common.delete}
                  sure={t.deleteSnapshot(name)}
                  onSure={() => void perform('bank.removeSnapshot', { name }, t.snapshotDeleted(name))}
                />
              </li>
            ))}
          </ul>
          <p id={hint} className={textStyles.soft}>
            {t.savedHas}
          </p>
        </>
      )}
    </div>
  );
}
