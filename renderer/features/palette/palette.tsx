/** Ctrl K: search everything, run it. A combobox over a list, in a modal dialog of the browser's own. */
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useEnvironments } from '../environments/store.ts';
import { type Command, commandsNow, matching } from './commands.ts';

const t = texts.palette.palette;

const SHOWN = 40;

export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [commands, setCommands] = useState<Command[] | null>(null);
  const open = () => {
    // The names of the environments are known once they have been asked for.
    void useEnvironments
      .getState()
      .load()
      .then(() => setCommands(commandsNow()));
    setCommands(commandsNow());
    dialog.current?.showModal();
  };
  useEffect(() => {
    const shortcut = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open();
      }
    };
    window.addEventListener('keydown', shortcut);
    return () => window.removeEventListener('keydown', shortcut);
  });
  return (
    <>
      <button type="button" className="find" onClick={open}>
        <Search size={14} aria-hidden="true" />
        <span className="grow">{t.open}</span>
        <span className="kbd">{t.shortcut}</span>
      </button>
      <dialog ref={dialog} className="palette" aria-label={t.commands} onClose={() => setCommands(null)}>
        {commands !== null && <List commands={commands} onDone={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

function List({ commands, onDone }: { commands: readonly Command[]; onDone: () => void }) {
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  // The dialog is open already when its content comes.
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
      <input
        ref={input}
        className="field"
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
      <div id={listId} role="listbox" aria-label={t.found} className="found">
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
      {found.length === 0 && <p className="pad soft">{t.nothingFound(search)}</p>}
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
    <div ref={row} id={id} role="option" tabIndex={-1} aria-selected={chosen} onPointerDown={onRun}>
      <span>{command.label}</span>
      <code className="soft cut grow">{command.hint}</code>
      <span className="faint small">{command.group}</span>
    </div>
  );
}
