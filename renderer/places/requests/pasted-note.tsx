/** Says what became of what was pasted into the active tab. */
import { X } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { usePasting } from '../../state/requests/pasting.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

export function PastedNote({ tab }: { tab: string }) {
  const said = usePasting((state) => (state.said?.tab === tab ? state.said : null));
  return (
    <output aria-live="polite">
      {said !== null && (
        <Note as="div" tone={said.isNothing ? 'warn' : 'ok'}>
          <span className={layout.grow}>{said.text}</span>
          <IconButton
            label={texts.common.close}
            Icon={X}
            size={12}
            onClick={() => usePasting.setState({ said: null })}
          />
        </Note>
      )}
    </output>
  );
}
