/** Both things that can be done with a value, as buttons of their own. */
import { useContext } from 'react';
import { texts } from '../../shared/texts/texts.ts';
import { canExpect, expectThis, pointAt, type Pointed } from '../state/requests/pointing.ts';
import { Button } from '../ui/button.tsx';
import { PointingContext } from './pointing.tsx';

const t = texts.tests.point;

export function PointActions({ pointed }: { pointed: Pointed | null }) {
  const isHere = useContext(PointingContext);
  if (!isHere || pointed === null) return null;
  return (
    <>
      {canExpect(pointed) && (
        <Button size="small" onClick={() => expectThis(pointed)}>
          {t.expect}
        </Button>
      )}
      <Button
        size="small"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          pointAt(pointed, { x: left, y: top }, true);
        }}
      >
        {t.keep}
      </Button>
    </>
  );
}
