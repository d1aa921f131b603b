/** All demonstrations, and the buttons that add one. */
import { useEffect, useRef, useState } from 'react';
import type { ListedDemonstration } from '../../../shared/contract/demonstrations.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { plainPath } from '../../state/requests/tree.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { Button, FileButton, AskTwice } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Select } from '../../ui/form.tsx';
import { Head } from '../../ui/panel.tsx';
import { Note } from '../../ui/messages.tsx';
import layout from '../../ui/layout.module.css';
import styles from './demonstration-list.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.demonstrations;

export function DemonstrationList() {
  const { list, refused, taken, add, keep, saveSchema, state, showList, again } = useDemonstrations();
  const { playing, aside } = state;
  const faults = useRef<HTMLDivElement>(null);
  const { length } = list;
  // They are below the list, perhaps out of sight, and the list may load after them.
  useEffect(() => {
    if (refused !== null) faults.current?.scrollIntoView({ block: 'nearest' });
  }, [refused, length]);
  return (
    <>
      <Head>
        <h2>{t.title}</h2>
        <span className={layout.grow} />
        {playing !== null && (
          <Button size="small" onClick={() => showList(false)}>
            {t.resume}
          </Button>
        )}
      </Head>
      <div className={classes(layout.scroll, layout.pad)}>
        <p className={classes(textStyles.soft, styles.intro)}>{t.intro}</p>
        {/* Not in the head, where it would be under the pointer that opened the list. */}
        {aside && (
          <div className={styles.intro}>
            <Button size="small" title={t.againHint} onClick={() => void again()}>
              {t.again}
            </Button>
          </div>
        )}
        <ul className={styles.list}>
          {list.map((one) => (
            <Item key={one.id} one={one} />
          ))}
        </ul>
        <div className={layout.actions}>
          <span title={t.addHint}>
            <FileButton
              label={t.add}
              inputLabel={t.add}
              onFiles={(files) => {
                for (const file of files) void add(file);
              }}
            />
          </span>
          <Button look="plain" size="small" title={t.saveSchemaHint} onClick={() => void saveSchema()}>
            {t.saveSchema}
          </Button>
        </div>
        {refused !== null && (
          <Note as="div" tone="bad" role="alert">
            <div ref={faults}>
              <strong>{t.faults(refused.name, refused.faults.length)}</strong>
              <Faults faults={refused.faults} />
            </div>
          </Note>
        )}
        {taken.map(({ name, file }) => (
          <Taken key={name} name={name} onReplace={() => void add(file, true)} onKeep={() => keep(name)} />
        ))}
        <FromCollection />
      </div>
    </>
  );
}

/** A file with the name of another demonstration. */
function Taken(props: { name: string; onReplace: () => void; onKeep: () => void }) {
  const { name, onReplace, onKeep } = props;
  const here = useRef<HTMLDivElement>(null);
  // Below the list, perhaps out of sight.
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Note as="div" tone="warn" role="alert">
      <div ref={here} className={layout.grow}>
        <p>{t.taken(name)}</p>
        <div className={layout.actions}>
          <Button size="small" onClick={onReplace}>
            {t.replace}
          </Button>
          <Button size="small" look="plain" onClick={onKeep}>
            {t.keepOld}
          </Button>
        </div>
      </div>
    </Note>
  );
}

function Item({ one }: { one: ListedDemonstration }) {
  const { start, remove, save, state } = useDemonstrations();
  const { id, name, summary, minutes, steps, own, faults } = one;
  const here = useRef<HTMLLIElement>(null);
  const isNew = useDemonstrations((store) => store.added === id);
  // It is last, perhaps out of sight.
  useEffect(() => {
    if (!isNew) return;
    here.current?.scrollIntoView({ block: 'center' });
    useDemonstrations.setState({ added: null });
  }, [isNew]);
  return (
    <li ref={here} className={styles.item} aria-label={name}>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className={textStyles.soft}>{summary}</p>
        {faults.length === 0 ? (
          <p className={classes(textStyles.faint, textStyles.small)}>
            {t.minutes(minutes)} · {t.steps(steps)}
            {own && ` · ${t.own}`}
          </p>
        ) : (
          <Faults faults={faults} />
        )}
      </div>
      <div className={styles.buttons}>
        {faults.length === 0 && (
          <>
            <Button
              size="small"
              aria-label={`${t.open}: ${name}`}
              disabled={state.busy}
              onClick={() => void start(id)}
            >
              {t.open}
            </Button>
            <Button size="small" look="plain" aria-label={`${t.save}: ${name}`} onClick={() => void save(id)}>
              {t.save}
            </Button>
          </>
        )}
        {own && <AskTwice plain label={t.remove} sure={t.removeForGood} onSure={() => void remove(id)} />}
      </div>
    </li>
  );
}

function Faults({ faults }: { faults: ListedDemonstration['faults'] }) {
  return (
    <ul className={classes(styles.faults, textStyles.small)}>
      {faults.map(({ line, text }) => (
        <li key={`${line} ${text}`}>
          <b>{t.faultLine(line)}</b> {text}
        </li>
      ))}
    </ul>
  );
}

/** A recorded flow, or a collection, becomes a demonstration by adding texts to its file. */
function FromCollection() {
  const { make, left } = useDemonstrations();
  const folders = useSaved((store) => store.folders);
  const load = useSaved((store) => store.load);
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState('');
  const collections = folders.filter(({ role }) => role === 'collection' || role === 'flow');
  const hasSome = collections.length > 0;
  const made = useRef<HTMLDivElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  // It opens below the list, perhaps out of sight.
  useEffect(() => {
    if (!asks) return;
    made.current?.scrollIntoView({ block: 'end' });
    if (hasSome) choice.current?.focus({ preventScroll: true });
  }, [asks, hasSome]);
  const path = chosen === '' ? (collections[0]?.path ?? '') : chosen;
  return (
    <div ref={made} className={styles.make}>
      <Button
        look="plain"
        size="small"
        aria-expanded={asks}
        onClick={() => {
          if (!asks) void load();
          setAsks(!asks);
        }}
      >
        {t.makeFrom}
      </Button>
      {asks && !hasSome && <p className={textStyles.soft}>{t.noCollections}</p>}
      {asks && hasSome && (
        <form
          className={layout.actions}
          onSubmit={(event) => {
            event.preventDefault();
            void make(path);
          }}
        >
          <p className={classes(textStyles.soft, textStyles.small)}>{t.makeFromHint}</p>
          <Select
            ref={choice}
            aria-label={t.collection}
            value={path}
            onChange={(event) => setChosen(event.target.value)}
          >
            {collections.map((one) => (
              <option key={one.path} value={one.path}>
                {one.role === 'flow' ? plainPath(one.path) : one.name}
              </option>
            ))}
          </Select>
          <Button size="small" type="submit">
            {t.make}
          </Button>
        </form>
      )}
      {left.length > 0 && (
        <Note as="div" tone="warn">
          {left.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
    </div>
  );
}
