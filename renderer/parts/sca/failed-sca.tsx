/** That the SCA of a response did not succeed, for as long as that response is shown. */
import { texts } from '../../../shared/texts/texts.ts';
import { useActiveTab } from '../../state/requests/store.ts';
import { useSca } from '../../state/sca.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { Note } from '../../ui/note.tsx';
import { Rule } from '../../ui/rule.tsx';

const t = texts.sca.panel;

/** @param props.exchange id of the response that is shown, or null */
export function FailedSca({ exchange }: { exchange: string | null }) {
  const tab = useActiveTab(({ id }) => id);
  const failure = useSca((store) => store.failures[tab] ?? null);
  // The redirect itself, field by field, says more.
  const isOpen = useSca(({ callback, open }) => callback !== null || open !== null);
  if (failure === null || isOpen || failure.exchange !== exchange) return null;
  return (
    <Note as="div" tone="bad">
      <Glyph tone="bad" />
      <span>
        <b>{t.failed}</b> {failure.message} <Rule id="SCA-2" />
      </span>
    </Note>
  );
}
