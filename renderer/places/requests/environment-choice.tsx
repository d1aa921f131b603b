/** Where the request goes, beside the button that sends it, if there is a choice. */
import { useEffect } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useEnvironments } from '../../state/environments.ts';
import { Select } from '../../ui/controls.tsx';
import styles from './composer.module.css';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.requests.composer;

export function EnvironmentChoice() {
  const { list, load, choose } = useEnvironments();
  useEffect(() => void load(), [load]);
  const current = list?.find((one) => one.current);
  if (list === null || list.length < 2 || current === undefined) return null;
  return (
    <Select
      className={styles.environmentChoiceChoice}
      aria-label={t.sendTo}
      title={current.baseUrl}
      value={current.id}
      onChange={({ target }) => void choose(target.value)}
    >
      {list.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Below the button that sends: another window has chosen where this one sends, too. */
export function ChosenElsewhere() {
  const name = useEnvironments((store) => store.chosenElsewhere);
  return (
    <output aria-live="polite">
      {name !== null && (
        <Note as="div" tone="warn">
          <span className={layout.grow}>{texts.requests.composer.chosenElsewhere(name)}</span>
          <IconButton
            label={texts.common.close}
            Icon={X}
            size={12}
            onClick={() => useEnvironments.setState({ chosenElsewhere: null })}
          />
        </Note>
      )}
    </output>
  );
}
