/**
 * That the bank is the fresh one of a demonstration, across the window in the views that do not show the demonstration, with the way
 * back to either.
 */
import { useEffect } from 'react';
import { texts } from '../../../shared/texts/texts.ts';
import { useDemonstrations } from '../../state/demonstrations.ts';
import { useFrame } from '../../state/frame.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import layout from '../../ui/layout.module.css';

const t = texts.demonstrations;

export function DemonstrationBar() {
  const { state, isShown, problem, load, leave, showPane } = useDemonstrations();
  const place = useFrame((store) => store.place);
  const go = useFrame((store) => store.go);
  useEffect(() => void load(), [load]);
  if (!state.aside || (place === 'flow' && isShown)) return null;
  const { playing } = state;
  return (
    <Note as="div" tone="warn">
      <div className={layout.actions}>
        <output className={layout.grow}>
          {playing === null ? t.isFresh : t.isFreshFor(playing.name)} {problem}
        </output>
        <Button
          size="small"
          onClick={() => {
            showPane(true);
            go('flow');
          }}
        >
          {t.toDemonstration}
        </Button>
        <Button size="small" title={t.leaveHint} disabled={state.busy} onClick={() => void leave()}>
          {t.putBack}
        </Button>
      </div>
    </Note>
  );
}
