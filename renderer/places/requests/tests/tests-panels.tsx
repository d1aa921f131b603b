/** The panels of a step's tests, and the tests view of the active tab. */
import { useState } from 'react';
import { texts } from '../../../../shared/texts/texts.ts';
import { repeatsText } from '../../../../shared/collections/flow-step.ts';
import type { Step } from '../../../../shared/collections/steps.ts';
import { writeValue } from '../../../../shared/collections/value-text.ts';
import { StepRuns } from '../../../parts/runs/step-runs.tsx';
import { editTests } from '../../../state/requests/editing.ts';
import { useActiveTab } from '../../../state/requests/store.ts';
import { classes } from '../../../ui/classes.ts';
import { Input } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type EditedTests, useKnown, useOutcome } from './edited-tests.ts';
import { Assertions } from './assertions.tsx';
import { Captures } from './captures.tsx';
import { Repetition } from './repetition.tsx';
import { Stack } from './test-rows.tsx';
import textStyles from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';

const t = texts.tests.choosing;

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

/** How a run selects a step or group: its tags, why it is skipped, and when it runs. */
export function Choosing({ tests, edit }: Pick<EditedTests, 'edit' | 'tests'>) {
  const { tags, skip } = tests;
  const [typed, setTyped] = useState<{ of: readonly string[] | undefined; text: string } | null>(null);
  const shown = typed !== null && typed.of === tags ? typed.text : (tags ?? []).join(', ');
  const setTags = (text: string) => {
    const next = [...new Set(text.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
    const of = next.length === 0 ? undefined : next;
    setTyped({ of, text });
    edit('tags', { tags: of });
  };
  return (
    <Panel name="tests.choosing" title={t.title}>
      <Stack>
        <label title={t.tagsTitle}>
          <span>{t.tags}</span>
          <Input value={shown} placeholder={t.tagsHint} onChange={({ target }) => setTags(target.value)} />
        </label>
        {tags !== undefined && (
          <p className={classes(textStyles.soft, textStyles.small)}>{t.tagsAre(tags)}</p>
        )}
        <label>
          <span>{t.skip}</span>
          <Input
            value={skip ?? ''}
            placeholder={t.skipHint}
            onChange={({ target }) => edit('skip', { skip: target.value === '' ? undefined : target.value })}
          />
        </label>
        {tests.when !== undefined && (
          <p className={textStyles.small}>
            {t.when} <code>{whenLines(tests.when).join(', ')}</code>{' '}
            <span className={textStyles.soft}>{t.inFile}</span>
          </p>
        )}
      </Stack>
    </Panel>
  );
}

/** The conditions as the file has them, which are edited there. */
function whenLines(when: Step['when']): string[] {
  const text = repeatsText({ when });
  const conditions = typeof text === 'string' ? {} : (text['when'] ?? {});
  return Object.entries(conditions).map(([name, must]) => `${name}: ${writeValue(must)}`);
}

/** Needs a key for each request. */
export function TestsView() {
  const known = useKnown();
  const outcome = useOutcome();
  const isUnanswered = useActiveTab(({ exchange }) => exchange?.response === null);
  const tests = useActiveTab((tab) => tab.tests);
  const path = useActiveTab((tab) => tab.path);
  return (
    <>
      <p className={classes(layout.pad, textStyles.soft)}>{texts.tests.intro}</p>
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
