/** The bank's snapshots: takes, restores, saves and deletes them. */
import { Camera, ChevronDown, Ellipsis } from 'lucide-react';
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { freeName } from '../../../shared/names.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { useBankClock } from '../../state/status.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { dateText, minuteText, momentText } from '../../ui/format.ts';
import { classes } from '../../ui/classes.ts';
import { CheckField, Input } from '../../ui/form.tsx';
import { Count } from '../../ui/labels.tsx';
import { useEscape } from '../../ui/keyboard.ts';
import { closePanel, Menu, MenuAction } from '../../ui/popover.tsx';
import { AskPopover, Question } from './asking.tsx';
import layout from '../../ui/layout.module.css';
import styles from './clock-bar.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.bank.clock;

export function Snapshots() {
  const count = useBank(({ snapshots }) => snapshots.length);
  return (
    <AskPopover
      form="snapshot"
      label={t.snapshots}
      button={
        <>
          <Camera size={14} aria-hidden="true" /> {t.snapshots} <Count>{count}</Count>
          <ChevronDown size={12} aria-hidden="true" />
        </>
      }
    >
      <SnapshotList />
    </AskPopover>
  );
}

type Snapshot = ReturnType<typeof useBank.getState>['snapshots'][number];

/** A free name for a snapshot of the bank as it is now. */
function useProposedName(): string {
  const { snapshots, overview } = useBank();
  const now = useBankClock()?.now;
  const isTaken = (name: string) => snapshots.some((one) => one.name === name);
  return overview && now !== undefined ? freeName(t.snapshotAt(dateText(now)), isTaken) : '';
}

function SnapshotList() {
  const { add, snapshots } = useBank();
  /** The question in the row of a snapshot. */
  const [asked, setAsked] = useState<{ name: string; what: 'restore' | 'delete' } | null>(null);
  return (
    <>
      <NewSnapshot />
      {snapshots.length === 0 ? (
        <p className={classes(styles.part, textStyles.soft)}>{t.noSnapshots}</p>
      ) : (
        <ul aria-label={t.snapshots}>
          {snapshots.map((one) => (
            <SnapshotRow
              key={one.name}
              snapshot={one}
              asked={asked?.name === one.name ? asked.what : null}
              onAsk={(what) => setAsked(what && { name: one.name, what })}
            />
          ))}
        </ul>
      )}
      <div className={classes(styles.part, styles.files)}>
        <FileButton
          label={t.openSnapshotFile}
          inputLabel={t.snapshotFiles}
          onFiles={(files) => void add(files)}
        />
        <span className={classes(textStyles.soft, textStyles.small)}>{t.savedHas}</span>
      </div>
    </>
  );
}

function NewSnapshot() {
  const perform = useBank((store) => store.perform);
  const proposed = useProposedName();
  /** While it is empty, the name follows the bank's clock. */
  const [typed, setTyped] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = typed.trim() || proposed;
    // At once, because the user may type the next name in the meantime. A refused name is shown again.
    setTyped('');
    await perform('bank.takeSnapshot', { name }, t.snapshotTaken(name));
    if (useBank.getState().problem !== null) setTyped((now) => now || name);
  };
  return (
    <form
      className={classes(styles.part, layout.row)}
      aria-label={t.takeSnapshot}
      onSubmit={(event) => void submit(event)}
    >
      <Input
        className={layout.grow}
        name="name"
        aria-label={t.nameSnapshot}
        placeholder={proposed}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="go">
        {t.takeSnapshot}
      </Button>
    </form>
  );
}

function SnapshotRow(props: {
  snapshot: Snapshot;
  asked: 'restore' | 'delete' | null;
  onAsk: (what: 'restore' | 'delete' | null) => void;
}) {
  const { snapshot, asked, onAsk } = props;
  const { name, takenAt, about } = snapshot;
  const { perform, save } = useBank();
  const row = useRef<HTMLLIElement>(null);
  const answered = () => {
    onAsk(null);
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1} className={classes(styles.snapshot, asked !== null && styles.asked)}>
      <div className={layout.row}>
        <div className={layout.grow}>
          <b className={styles.name}>{name}</b>
          <div className={classes(textStyles.small, textStyles.soft)}>
            {about === null
              ? t.snapshotTakenAt(momentText(takenAt))
              : t.snapshotHas(minuteText(about.clock), about)}
          </div>
        </div>
        {asked === null && (
          <Button size="small" onClick={() => onAsk('restore')}>
            {t.restore}
          </Button>
        )}
        <Menu label={t.moreOf(name)} Icon={Ellipsis}>
          <MenuAction onClick={() => void save(name)}>{t.saveSnapshot}</MenuAction>
          <MenuAction onClick={() => onAsk('delete')}>{texts.common.delete}</MenuAction>
        </Menu>
      </div>
      {asked === 'restore' && <Restore name={name} onClose={answered} />}
      {asked === 'delete' && (
        <RowQuestion
          sure={t.deleteSnapshot(name)}
          look="harm"
          onSure={() => void perform('bank.removeSnapshot', { name }, t.snapshotDeleted(name))}
          onClose={answered}
        />
      )}
    </li>
  );
}

function Restore({ name, onClose }: { name: string; onClose: () => void }) {
  const perform = useBank((store) => store.perform);
  const present = useProposedName();
  // A bank that cannot be read has no time for the name.
  const canKeep = present !== '';
  const [wantsKept, setKept] = useState(true);
  const isKept = canKeep && wantsKept;
  const restore = async () => {
    if (isKept) {
      await perform('bank.takeSnapshot', { name: present }, null);
      if (useBank.getState().problem !== null) return;
    }
    await perform('bank.restoreSnapshot', { name }, ({ withWorkbench }) =>
      withWorkbench ? t.restored(name) : t.restoredBank(name),
    );
  };
  return (
    <RowQuestion
      sure={t.restoreOf(name)}
      look={isKept ? 'go' : 'harm'}
      onSure={(event) => {
        closePanel(event);
        void restore();
      }}
      onClose={onClose}
    >
      <p>{t.restoreReplaces}</p>
      {canKeep && (
        <CheckField checked={isKept} onChange={setKept}>
          {t.keepFirst(present)}
        </CheckField>
      )}
    </RowQuestion>
  );
}

/** A question in the row of a snapshot. Escape says no. */
function RowQuestion(props: Omit<ComponentProps<typeof Question>, 'onNo'> & { onClose: () => void }) {
  const { onClose, ...rest } = props;
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => no.current?.focus(), []);
  useEscape(onClose);
  return <Question {...rest} noRef={no} onNo={onClose} />;
}
