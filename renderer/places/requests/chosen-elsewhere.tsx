/** Below the button that sends: another window has chosen where this one sends, too. */
import { X } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { useEnvironments } from '../../state/environments.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

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
