/** What a run expects of the step: its assertions, and how many of them hold for the response. */
import { Plus } from 'lucide-react';
import type { Assertion } from '../../../../shared/collections/assertion.ts';
import { firstAssertion, SOURCES } from '../../../../shared/collections/step-tests.ts';
import { texts } from '../../../../shared/texts/texts.ts';
import { Badge, Count } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Panel } from '../../../ui/panel.tsx';
import { AssertionItem, type ListedAssertion } from './assertion-list.tsx';
import type { EditedTests } from './edited-tests.ts';
import { judged } from './judged.ts';
import { Rows } from './rows.tsx';
import layout from '../../../ui/layout.module.css';
import textStyles from '../../../ui/text.module.css';

const t = texts.tests.assertions;

const NONE: readonly Assertion[] = [];

export function Assertions({ kind, tests, edit, outcome, isUnanswered = false, known }: EditedTests) {
  const { expect = NONE, warn = NONE } = tests;
  const listed: ListedAssertion[] = [
    ...expect.map((assertion) => ({ assertion, warns: false })),
    ...warn.map((assertion) => ({ assertion, warns: true })),
  ];
  const canAdd = SOURCES[kind].length > 0;
  // A file may say what cannot be checked: it is seen, and can be removed.
  if (!canAdd && listed.length === 0) return null;
  const change = (what: string, next: readonly ListedAssertion[]) =>
    edit(what, {
      expect: next.filter(({ warns }) => warns !== true).map(({ assertion }) => assertion),
      warn: next.filter(({ warns }) => warns === true).map(({ assertion }) => assertion),
    });
  const judgements = listed.map(({ assertion }) =>
    outcome === null ? null : judged(assertion, outcome, known),
  );
  const held = judgements.filter((one) => one?.holds === true).length;
  const add = () =>
    edit(`add-assertion-${expect.length}`, {
      expect: [...expect, firstAssertion(kind, outcome?.response?.status)],
    });
  return (
    <Panel
      name="tests.assertions"
      title={t.title}
      fact={
        <>
          <Count>{listed.length}</Count>
          {outcome !== null && listed.length > 0 && (
            <Badge tone={held === listed.length ? 'ok' : 'warn'}>{t.held(held, listed.length)}</Badge>
          )}
        </>
      }
    >
      {listed.length === 0 && <p className={classes(layout.pad, textStyles.soft)}>{t.none[kind]}</p>}
      <Rows label={t.title}>
        {listed.map((value, at) => (
          <AssertionItem
            key={at}
            number={at + 1}
            name={t.item}
            removeLabel={t.remove}
            kind={kind}
            value={value}
            judgement={judgements[at] ?? null}
            remark={outcome === null ? null : t.notJudged}
            onChange={(next) => change(kindOf(at, next), listed.with(at, next))}
            onRemove={() => change(`remove-assertion-${listed.length}`, listed.toSpliced(at, 1))}
          />
        ))}
      </Rows>
      <div className={classes(layout.pad, layout.actions)}>
        {canAdd && (
          <Button size="small" onClick={add}>
            <Plus size={12} aria-hidden="true" /> {t.add}
          </Button>
        )}
        {outcome === null && listed.length > 0 && (
          <span className={classes(textStyles.soft, textStyles.small)}>
            {isUnanswered ? t.noResponse : t.notSent[kind]}
          </span>
        )}
      </div>
    </Panel>
  );
}

/** Continued typing is one step of undo; another comparison, or another source, is the next one. */
function kindOf(at: number, { assertion: { that, must }, warns }: ListedAssertion): string {
  return `assertion-${at}-${that.of}-${must.is}-${warns}`;
}
