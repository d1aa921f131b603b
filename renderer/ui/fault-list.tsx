/** A list of deliberate faults, group by group and to be searched, each with the response that the bank must give. */
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Fault } from '../../shared/faults/fault.ts';
import { texts } from '../../shared/texts/texts.ts';
import { hasWords, wordsOf } from '../../shared/search-words.ts';
import { classes } from './classes.ts';
import { Input } from './form.tsx';
import { closePanel, MenuAction, MenuEnd } from './popover.tsx';
import layout from './layout.module.css';
import styles from './fault-list.module.css';
import textStyles from './text.module.css';

const t = texts.requests.sendMenu;

/** In a menu, which a choice closes. */
export function FaultList(props: {
  faults: readonly Fault[];
  /** Id of the one that the request has. */
  chosen: string | null;
  search?: RefObject<HTMLInputElement | null>;
  onChoose: (fault: string) => void;
}) {
  const { faults: all, chosen, search, onChoose } = props;
  const [typed, setTyped] = useState('');
  const words = wordsOf(typed);
  const found = all.filter(({ title, group, status, code }) =>
    hasWords(`${group} ${title} ${status} ${code}`, words),
  );
  const enter = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || first === undefined) return;
    // Closing gives the focus to the button of the menu, which the key would press.
    event.preventDefault();
    closePanel(event);
    onChoose(first.id);
  };
  return (
    <>
      <Input
        ref={search}
        type="search"
        className={styles.search}
        aria-label={t.search(all.length)}
        placeholder={t.search(all.length)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={enter}
      />
      {Object.entries(Object.groupBy(found, ({ group }) => group)).map(([group, faults]) => (
        <fieldset key={group} aria-label={group} className={styles.group}>
          <p className={classes(textStyles.soft, textStyles.small)} aria-hidden="true">
            {group}
          </p>
          {faults.map((fault) => (
            <MenuAction key={fault.id} isCurrent={fault.id === chosen} onClick={() => onChoose(fault.id)}>
              <span className={styles.title}>{fault.title}</span> <Code of={fault} />
            </MenuAction>
          ))}
        </fieldset>
      ))}
      {found.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.noneFound(typed)}</p>}
    </>
  );
}

/** The response that the bank must give, at the end of a menu's line. */
export function Code({ of: fault }: { of: Fault | null }) {
  return (
    fault && (
      <MenuEnd>
        <code className={classes(textStyles.small, textStyles.soft)}>
          {fault.status} {fault.code}
        </code>
      </MenuEnd>
    )
  );
}
