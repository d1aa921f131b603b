/** Everything that a step says besides what it does, in panels. */
import type { EditedTests } from './edited-tests.ts';
import { Assertions } from './assertions.tsx';
import { Captures } from './capture-list.tsx';
import { Choosing } from './choosing.tsx';
import { Repetition } from './repetition.tsx';

export function TestsPanels(edited: EditedTests) {
  return (
    <>
      <Assertions {...edited} />
      <Captures {...edited} />
      <Repetition {...edited} />
      <Choosing {...edited} />
    </>
  );
}
