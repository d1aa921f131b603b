/** What a payment or basket waits for, and the move of the clock to there. */
import { texts } from '../../../shared/texts/texts.ts';
import { useBank } from '../../state/bank.ts';
import { minuteText } from '../../ui/bank-time.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { moved } from './clock-moved.ts';

/** @param dueAt null if it does not end by itself */
export function WaitsNote({ text, dueAt }: { text: string; dueAt: number | null }) {
  const perform = useBank((store) => store.perform);
  return (
    <Note as="div">
      <span className={layout.grow}>{text}</span>
      {dueAt !== null && (
        <Button
          size="small"
          onClick={() =>
            void perform(
              'bank.clock',
              { set: new Date(dueAt).toISOString() },
              moved(texts.bank.clock.wentTo(minuteText(dueAt))),
            )
          }
        >
          {texts.bank.waiting.moveClock}
        </Button>
      )}
    </Note>
  );
}
