/** The snapshots of the local bank: taken, restored, saved as files and opened from them. */
import { type FormEvent, useId, useState } from 'react';
import { freeName } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { AskTwice } from '../../ui/ask-twice.tsx';
import { useBank } from '../../state/bank.ts';
import { dateText, minuteText } from '../../ui/bank-time.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { machineTime } from '../../ui/machine-time.ts';
import layout from '../../ui/layout.module.css';
import styles from './bank-place.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.clock;

export function Snapshots() {
  const { perform, add, save, snapshots, overview } = useBank();
  const hint = useId();
  /** What a person has typed. Until then, the name follows the bank's clock. */
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = (name: string) => snapshots.some((one) => one.name === name);
  const proposed = overview ? freeName(t.snapshotAt(dateText(overview.clock.now)), isTaken) : '';
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = (typed ?? proposed).trim();
    // At once: what is typed while the bank writes is another name. A name that is refused comes back to be changed.
    setTyped(null);
    await perform('bank.takeSnapshot', { name }, t.snapshotTaken(name));
    if (useBank.getState().problem !== null) setTyped((now) => now ?? name);
  };
  return (
    <div className={layout.actions}>
      <form className={layout.actions} aria-label={t.takeSnapshot} onSubmit={(event) => void submit(event)}>
        <Input
          className={styles.snapshotsField}
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
                    {t.snapshotIs(machineTime(takenAt), about)}
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
