/** What differs between the open run and an earlier one. */
import type { RunSummary } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { useRuns } from '../../state/runs.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Head } from '../../ui/head.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import styles from './run-results.module.css';
import textStyles from '../../ui/text.module.css';
import { whenOf } from './when.ts';

const t = texts.runs;

/** @param run the later one @param before the earlier one */
export function RunComparison({ run, before }: { run: RunSummary; before: RunSummary }) {
  const { comparison, compare, learn, openResult } = useRuns();
  const found = comparison?.found ?? null;
  const when = whenOf(before.startedAt);
  return (
    <section className={layout.pane} aria-label={t.changes}>
      <Head part>
        <h3>
          {found === null
            ? t.comparing
            : found.total === 0
              ? t.unchanged(when)
              : t.changed(found.total, when)}
        </h3>
        <span className={layout.grow} />
        {before.isBaseline && found !== null && found.total > 0 && (
          <Button size="small" title={t.learnHint} onClick={() => void learn()}>
            {t.learn}
          </Button>
        )}
        <Button size="small" onClick={() => void compare(null)}>
          {t.leaveComparison}
        </Button>
      </Head>
      {found !== null && found.total > 0 && (
        <section className={classes(layout.scroll, layout.inset)} aria-label={t.steps} tabIndex={0}>
          <Table className={styles.changes}>
            <thead className={textStyles.spoken}>
              <tr>
                <th scope="col">{texts.common.name}</th>
                <th scope="col">{t.changes}</th>
              </tr>
            </thead>
            <tbody>
              {found.changes.map(({ step, text, number }, at) => (
                <tr key={at}>
                  <td>
                    {/* The same step only once, above what differs in it. */}
                    {found.changes[at - 1]?.step === step ? null : number === null ? (
                      nameIn(step, run.path)
                    ) : (
                      <LinkButton onClick={() => void openResult(run.id, number)}>
                        {nameIn(step, run.path)}
                      </LinkButton>
                    )}
                  </td>
                  <td className={styles.change}>{text}</td>
                </tr>
              ))}
            </tbody>
          </Table>
          {found.changes.length < found.total && (
            <p className={classes(layout.pad, textStyles.soft)}>{t.changesShown(found.changes.length)}</p>
          )}
        </section>
      )}
    </section>
  );
}

/** The path of a step from what was run. */
function nameIn(step: string, path: string): string {
  return path !== '' && step.startsWith(`${path}/`) ? step.slice(path.length + 1) : step;
}
