/** Ctrl K: finds and runs a command. A combobox with a list, in a modal dialog. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { texts } from '../../shared/texts/texts.ts';
import { onCommand, shortcutOf } from '../state/frame.ts';
import { type Command, keyedCommand, type Place } from '../state/place.ts';
import { hasWords, wordsOf } from '../../shared/search-words.ts';
import { classes } from '../ui/classes.ts';
import { Input } from '../ui/form.tsx';
import { Kbd } from '../ui/labels.tsx';
import { Modal } from './modal.tsx';
import layout from '../ui/layout.module.css';
import styles from './palette.module.css';
import textStyles from '../ui/text.module.css';

const t = texts.palette.palette;

const SHOWN = 40;
/** Characters shown of a pasted text. */
const SEARCHED = 200;

export function Palette({ places }: { places: readonly Place[] }) {
  const [commands, setCommands] = useState<Command[] | null>(null);
  const open = () => {
    setCommands(commandsOf(places));
    // Some commands need names that must be loaded. The palette may be closed by then.
    for (const { loadCommands } of places)
      void loadCommands?.().then(() => setCommands((shown) => shown && commandsOf(places)));
  };
  // At once: a command may move the focus, which is impossible while the dialog is open.
  const close = () => flushSync(() => setCommands(null));
  useEffect(() => onCommand('palette', open));
  return (
    <>
      <button type="button" className={styles.find} onClick={open}>
        <Search size={14} aria-hidden="true" />
        <span className={classes(layout.grow, textStyles.cut)}>{t.open}</span>
        {/* Every host passes it on. */}
        <Kbd>{shortcutOf('palette') ?? ''}</Kbd>
      </button>
      {commands !== null && (
        <Modal label={t.commands} className={styles.palette} onDone={close}>
          <List places={places} commands={commands} onDone={close} />
        </Modal>
      )}
    </>
  );
}

function List(props: { places: readonly Place[]; commands: readonly Command[]; onDone: () => void }) {
  const { places, commands, onDone } = props;
  const [search, setSearch] = useState('');
  /** The pasted text with its line breaks, which the field does not show. */
  const [pasted, setPasted] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The dialog is already open when its content is rendered.
  useEffect(() => input.current?.focus(), []);
  const text = pasted ?? search;
  const offered = useMemo(
    () => places.flatMap(({ commandsFor }) => commandsFor?.(text) ?? []),
    [places, text],
  );
  const found = [...offered, ...matching(commands, search)].slice(0, SHOWN);
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
          setPasted(null);
          setAt(0);
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (!places.some(({ commandsFor }) => (commandsFor?.(text).length ?? 0) > 0)) return;
          event.preventDefault();
          setSearch(text.replaceAll(/\s+/g, ' ').trim().slice(0, SEARCHED));
          setPasted(text);
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

const commandsTexts = texts.palette.commands;

/** All available commands: the views, the commands of each view, and last those of the workbench. */
export function commandsOf(places: readonly Place[]): Command[] {
  const offered = places.flatMap(({ commands }) => commands?.() ?? []);
  const isGeneral = ({ group }: Command) => group === texts.common.workbench;
  return [
    ...places.map(({ id, more = '' }) => ({ ...keyedCommand(commandsTexts.goTo, `go-${id}`), more })),
    ...offered.filter((one) => !isGeneral(one)),
    ...offered.filter(isGeneral),
  ];
}

/**
 * The commands that contain every word of the search: first those whose name or label starts with it, then labels with all words, and
 * last those found by hint or group.
 */
export function matching(commands: readonly Command[], search: string): Command[] {
  const words = wordsOf(search);
  const text = ({ group, label, hint = '', more = '' }: Command) => `${label} ${hint} ${group} ${more}`;
  const typed = search.trim().toLowerCase();
  const rank = ({ label, named }: Command) => {
    if (typed === '') return 0;
    if (named?.toLowerCase().startsWith(typed)) return 0;
    if (label.toLowerCase().startsWith(words[0] ?? '')) return 1;
    return hasWords(label, words) ? 2 : 3;
  };
  return commands.filter((one) => hasWords(text(one), words)).sort((a, b) => rank(a) - rank(b));
}
