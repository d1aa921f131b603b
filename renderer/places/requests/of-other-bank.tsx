/** Above a response of another bank than the one that requests go to now: which one it was, and a way back there. */
import { texts } from '../../../shared/texts/texts.ts';
import { useEnvironments } from '../../state/environments.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.requests.place;

/** @param props names of environments; the one that answered may have been deleted */
export function OfOtherBank({ answeredBy, inUse }: { answeredBy: string; inUse: string }) {
  const { list, choose } = useEnvironments();
  const id = list?.find(({ name }) => name === answeredBy)?.id;
  return (
    <Note as="div" tone="warn">
      <span className={layout.grow}>{t.ofOther(answeredBy, inUse)}</span>
      {id !== undefined && (
        <Button size="small" onClick={() => void choose(id)}>
          {t.switchTo(answeredBy)}
        </Button>
      )}
    </Note>
  );
}
