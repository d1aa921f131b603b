/** What a run expects of the request and keeps of its response: the third view of a request, beside form and raw text. */
import { texts } from '../../../../shared/texts/texts.ts';
import { editTests } from '../../../state/requests/editing.ts';
import { StepRuns } from '../../../parts/runs/step-runs.tsx';
import { useActiveTab } from '../../../state/requests/store.ts';
import { classes } from '../../../ui/classes.ts';
import { useKnown, useOutcome } from './judging.ts';
import { TestsPanels } from './tests-panels.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests;

/** One request's tests. Another request's need a different key. */
export function TestsView() {
  const known = useKnown();
  const outcome = useOutcome();
  const isUnanswered = useActiveTab(({ exchange }) => exchange?.response === null);
  const tests = useActiveTab((tab) => tab.tests);
  const path = useActiveTab((tab) => tab.path);
  return (
    <>
      <p className={classes(layout.pad, textStyles.soft)}>{t.intro}</p>
      <TestsPanels
        kind="request"
        tests={tests}
        edit={editTests}
        outcome={outcome}
        isUnanswered={isUnanswered}
        known={known}
      />
      {path !== null && <StepRuns path={path} />}
    </>
  );
}
