/** What was last sent and run. */
import type { ListedExchange } from '../../../shared/contract/exchange.ts';
import type { ListedRun } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { toneOf } from '../../parts/response/read-response.ts';
import { Outcome } from '../../parts/runs/step-runs.tsx';
import { useFrame } from '../../state/frame.ts';
import { showExchange } from '../../state/history.ts';
import { progressOf, useRuns, worstOf } from '../../state/runs.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { momentOfToday } from '../../ui/format.ts';
import { Glyph, MethodName } from '../../ui/labels.tsx';
import { shortMethod } from '../../ui/list-items.tsx';
import { Grid } from '../../ui/table.tsx';
import styles from './first-start.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.start;

/** Rows of each list. */
const MOST = 6;

/** @param props.exchanges newest first @param props.runs newest first */
export function RecentWork(props: { exchanges: readonly ListedExchange[]; runs: readonly ListedRun[] }) {
  const { exchanges, runs } = props;
  return (
    <div className={styles.recent}>
      {exchanges.length > 0 && (
        <section aria-labelledby="recent-requests">
          <h2 id="recent-requests">{t.lastRequests}</h2>
          <Grid>
            <tbody>
              {exchanges.slice(0, MOST).map(({ id, method, title, status, at }) => (
                <tr key={id}>
                  <td>
                    <MethodName>{shortMethod(method)}</MethodName>
                  </td>
                  <td className={styles.name}>
                    <LinkButton className={textStyles.cut} data-opens onClick={() => showExchange(id)}>
                      {title}
                    </LinkButton>
                  </td>
                  <td className={classes(textStyles.tabular, textStyles.nowrap)}>
                    <Glyph tone={status === null ? 'bad' : toneOf(status)} size={13} />{' '}
                    {status ?? texts.history.place.failed}
                  </td>
                  <Moment at={at} />
                </tr>
              ))}
            </tbody>
          </Grid>
        </section>
      )}
      {runs.length > 0 && (
        <section aria-labelledby="recent-runs">
          <h2 id="recent-runs">{t.lastRuns}</h2>
          <Grid>
            <tbody>
              {runs.slice(0, MOST).map((run) => (
                <tr key={run.id}>
                  <td className={styles.name}>
                    <LinkButton className={textStyles.cut} data-opens onClick={() => openRun(run.id)}>
                      {run.name}
                    </LinkButton>
                  </td>
                  <td className={classes(textStyles.tabular, textStyles.nowrap)}>
                    {run.state === 'running' ? texts.runs.running : <Outcome outcome={worstOf(run)} />}{' '}
                    {progressOf(run)}
                  </td>
                  <Moment at={run.startedAt} />
                </tr>
              ))}
            </tbody>
          </Grid>
        </section>
      )}
    </div>
  );
}

function Moment({ at }: { at: number }) {
  return <td className={classes(textStyles.num, textStyles.small, textStyles.soft)}>{momentOfToday(at)}</td>;
}

function openRun(id: string): void {
  useRuns.getState().open(id);
  useFrame.getState().go('runs');
}
