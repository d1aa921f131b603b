/** What a run expects of the request and keeps of its response: the third view of a request, beside form and raw text. */
import { Plus } from 'lucide-react';
import type { Assertion } from '../../../../shared/collection/assertion.ts';
import type { Outcome } from '../../../../shared/collection/source.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { editTests } from '../../../state/requests/editing.ts';
import { StepRuns } from '../../../parts/step-runs/step-runs.tsx';
import { useActiveTab } from '../../../state/requests/store.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Count } from '../../../ui/count.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { AssertionItem, type ListedAssertion } from './assertion-list.tsx';
import { Captures } from './capture-list.tsx';
import { Choosing } from './choosing.tsx';
import { judged, type KnownVariable, useKnown, useOutcome } from './judging.ts';
import { Rows } from './rows.tsx';
import { Repetition } from './repetition.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests;

/** One request's tests. Another request's need a different key. */
export function TestsView() {
  const known = useKnown();
  const outcome = useOutcome();
  const path = useActiveTab((tab) => tab.path);
  return (
    <>
      <p className={classes(layout.pad, textStyles.soft)}>{t.intro}</p>
      <Assertions outcome={outcome} known={known} />
      <Captures outcome={outcome} known={known} />
      <Repetition outcome={outcome} known={known} />
      <Choosing />
      {path !== null && <StepRuns path={path} />}
    </>
  );
}

const NONE: readonly Assertion[] = [];

function Assertions({ outcome, known }: { outcome: Outcome | null; known: readonly KnownVariable[] }) {
  const expect = useActiveTab(({ tests }) => tests.expect ?? NONE);
  const warn = useActiveTab(({ tests }) => tests.warn ?? NONE);
  const listed: ListedAssertion[] = [
    ...expect.map((assertion) => ({ assertion, warns: false })),
    ...warn.map((assertion) => ({ assertion, warns: true })),
  ];
  const change = (kind: string, next: readonly ListedAssertion[]) =>
    editTests(kind, {
      expect: next.filter(({ warns }) => warns !== true).map(({ assertion }) => assertion),
      warn: next.filter(({ warns }) => warns === true).map(({ assertion }) => assertion),
    });
  const judgements = listed.map(({ assertion }) =>
    outcome === null ? null : judged(assertion, outcome, known),
  );
  const held = judgements.filter((one) => one?.holds === true).length;
  const add = () => {
    const to = outcome?.response?.status ?? 200;
    const assertion: Assertion = { that: { of: 'status' }, must: { is: 'equal', to } };
    editTests(`add-assertion-${expect.length}`, { expect: [...expect, assertion] });
  };
  return (
    <Panel
      name="tests.assertions"
      title={t.assertions.title}
      fact={
        <>
          <Count>{listed.length}</Count>
          {outcome !== null && listed.length > 0 && (
            <Badge tone={held === listed.length ? 'ok' : 'warn'}>
              {t.assertions.held(held, listed.length)}
            </Badge>
          )}
        </>
      }
    >
      {listed.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.assertions.none}</p>}
      <Rows label={t.assertions.title}>
        {listed.map((value, at) => (
          <AssertionItem
            key={at}
            number={at + 1}
            name={t.assertions.item}
            removeLabel={t.assertions.remove}
            value={value}
            judgement={judgements[at] ?? null}
            remark={outcome === null ? null : t.assertions.notJudged}
            onChange={(next) => change(kindOf(at, next), listed.with(at, next))}
            onRemove={() => change(`remove-assertion-${listed.length}`, listed.toSpliced(at, 1))}
          />
        ))}
      </Rows>
      <div className={classes(layout.pad, layout.actions)}>
        <Button size="small" onClick={add}>
          <Plus size={12} aria-hidden="true" /> {t.assertions.add}
        </Button>
        {outcome === null && listed.length > 0 && (
          <span className={classes(textStyles.soft, textStyles.small)}>{t.assertions.notSent}</span>
        )}
      </div>
    </Panel>
  );
}

/** Continued typing is one step of undo; another comparison, or another source, is the next one. */
function kindOf(at: number, { assertion: { that, must }, warns }: ListedAssertion): string {
  return `assertion-${at}-${that.of}-${must.is}-${warns}`;
}
