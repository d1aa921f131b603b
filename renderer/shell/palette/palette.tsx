/** Ctrl K: finds and runs a command. A combobox with a list, in the browser's own modal dialog. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { onCommand } from '../../state/commands.ts';
import { useFrame } from '../../state/frame.ts';
import type { Command, Place } from '../../state/place.ts';
import { commandsOf, matching } from './commands.ts';
import { classes } from '../../ui/classes.ts';
import { Input } from '../../ui/controls.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import layout from '../../ui/layout.module.css';
import styles from './palette.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.palette.palette;

const SHOWN = 40;

export function Palette({ places }: { places: readonly Place[] }) {
  const [commands, setCommands] = useState<Command[] | null>(null);
  const open = () => {
    setCommands(commandsOf(places));
    // Some commands need names that must be read first. The palette may be closed by then.
    for (const { loadCommands } of places)
      void loadCommands?.().then(() => setCommands((shown) => shown && commandsOf(places)));
  };
  useEffect(() => onCommand('palette', open));
  return (
    <>
      <button type="button" className={styles.find} onClick={open}>
        <Search size={14} aria-hidden="true" />
        <span className={classes(layout.grow, textStyles.cut)}>{t.open}</span>
        <Kbd>{t.shortcut}</Kbd>
      </button>
      {commands !== null && <OpenPalette commands={commands} onDone={() => setCommands(null)} />}
    </>
  );
}

/**
 * A new dialog for each opening, removed as soon as it is closed. Browsers fire the close event with a delay. With a
 * single dialog, that late event cleared the next palette if it had been opened in the meantime.
 */
function OpenPalette({ commands, onDone }: { commands: readonly Command[]; onDone: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    useFrame.setState({ isCovered: true });
    // Closing the dialog before removing it returns the focus to where it was.
    return () => {
      shown?.close();
      useFrame.setState({ isCovered: false });
    };
  }, []);
  const leave = () => {
    // A command may move the focus, which is impossible while the dialog is open.
    dialog.current?.close();
    onDone();
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label={t.commands} onCancel={leave} onClose={onDone}>
      <List commands={commands} onDone={leave} />
    </dialog>
  );
}

function List({ commands, onDone }: { commands: readonly Command[]; onDone: () => void }) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The dialog is already open when its content is rendered.
  useEffect(() => input.current?.focus(), []);
  const found = matching(commands, search).slice(0, SHOWN);
  const chosen = found[Math.min(at, found.length - 1)];
  const run = (one: Command | undefined) => {
    if (!one) return;
    onDone();
    one.run();
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
  };
  return (
    <>
      <Input
        ref={input}

        role="combobox"
        aria-label={t.open}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        placeholder={t.hint}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={key}
      />
      <div id={listId} role="listbox" aria-label={t.found} className={styles.found}>
        {found.map((one) => (
          <Row
            key={one.id}
            id={`${listId}-${one.id}`}
            command={one}
            chosen={one === chosen}
            onRun={() => run(one)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.nothingFound(search)}</p>}
    </>
  );
}

function Row(props: { id: string; command: Command; chosen: boolean; onRun: () => void }) {
  const { id, command, chosen, onRun } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={row}
      id={id}
      className={styles.row}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerDown={onRun}
    >
      <span>{command.label}</span>
      <code className={classes(textStyles.soft, textStyles.cut, layout.grow)}>{command.hint}</code>
      <span className={classes(textStyles.faint, textStyles.small)}>{command.group}</span>
    </div>
  );
}
