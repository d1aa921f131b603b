/** The differences between the open run and an earlier one. */
import type { RunChange, RunSummary } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useRuns } from '../../state/runs.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/panel.tsx';
import { momentText } from '../../ui/format.ts';
import layout from '../../ui/layout.module.css';
import styles from './run-results.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.runs;

export function RunComparison({ run, before }: { run: RunSummary; before: RunSummary }) {
  const { comparison, compare, learn, openResult } = useRuns();
  const found = comparison?.found ?? null;
  const when = momentText(before.startedAt);
  return (
    <section className={layout.pane} aria-label={t.changes}>
      <Head part>
        <h3 className={textStyles.cut}>
          {found === null
            ? t.comparing
            : found.total === 0
              ? t.unchanged(when)
              : t.changed(found.total, when)}
        </h3>
        <span className={layout.grow} />
        <Button size="small" onClick={() => void compare(null)}>
          {t.leaveComparison}
        </Button>
      </Head>
      {found !== null && found.total > 0 && (
        <section className={classes(layout.scroll, layout.inset)} aria-label={t.steps} tabIndex={0}>
          {before.isBaseline && (
            <div className={classes(layout.pad, layout.actions)}>
              <Button size="small" title={t.learnHint} onClick={() => void learn()}>
                {t.learn}
              </Button>
            </div>
          )}
          <ul className={styles.changes}>
            {stepsOf(found.changes).map(({ step, number, texts: lines }) => (
              <li key={step}>
                {number === null ? (
                  nameIn(step, run.path)
                ) : (
                  <LinkButton onClick={() => void openResult(run.id, number)}>
                    {nameIn(step, run.path)}
                  </LinkButton>
                )}
                <ul>
                  {lines.map((line) => (
                    <li key={line} className={textStyles.small}>
                      {line}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {found.changes.length < found.total && (
            <p className={classes(layout.pad, textStyles.soft)}>{t.changesShown(found.changes.length)}</p>
          )}
        </section>
      )}
    </section>
  );
}

/** The changes, grouped by step. */
function stepsOf(changes: readonly RunChange[]): { step: string; number: number | null; texts: string[] }[] {
  const steps = new Map<string, { step: string; number: number | null; texts: string[] }>();
  for (const { step, number, text } of changes) {
    const known = steps.get(step);
    if (known === undefined) steps.set(step, { step, number, texts: [text] });
    else known.texts.push(text);
  }
  return Array.from(steps.values());
}

/** The path of a step relative to the folder of the run. */
function nameIn(step: string, path: string): string {
  return path !== '' && step.startsWith(`${path}/`) ? step.slice(path.length + 1) : step;
}
