/** Says what became of what was pasted into the active tab, and offers the other request that it can become. */
import { X } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import { readingOf, takeReading, usePasting } from '../../state/requests/pasting.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.requests.pasting;

export function PastedNote({ tab }: { tab: string }) {
  const said = usePasting((state) => (state.said?.tab === tab ? state.said : null));
  const signature = useActiveTab(({ request }) => request.headers['signature'] ?? '');
  // The note is about what will be sent: it changes with the signature of the request.
  const which = said && readingOf(said, signature);
  const reading = which && said[which];
  const other = which === 'anew' ? said?.asSigned : said?.anew;
  return (
    <output aria-live="polite">
      {said && reading && (
        <Note as="div" tone={said.isNothing ? 'warn' : 'ok'}>
          <span className={layout.grow}>
            {reading.text}{' '}
            {said.asSigned && other && (
              <LinkButton onClick={() => takeReading(other)}>
                {which === 'anew' ? t.checkSignature : t.signAnew}
              </LinkButton>
            )}
          </span>
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
