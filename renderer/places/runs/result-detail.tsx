/** One result: its reason, assertions, variables, and the request with its response. */
import type { NumberedResult, RunSummary } from '../../../shared/contract/runs.ts';
import type { Exchange } from '../../../shared/contract/exchange.ts';
import { isKnown } from '../../../shared/requests/request.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { ResponsePane } from '../../parts/response/response-pane.tsx';
import { StepRuns, Outcome } from '../../parts/runs/step-runs.tsx';
import { useFrame } from '../../state/frame.ts';
import { openRequest } from '../../state/requests/opening.ts';
import { openAndReveal } from '../../state/requests/navigation.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { isAnyRunning, ONCE, useRuns } from '../../state/runs.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Glyph } from '../../ui/labels.tsx';
import { Panel, Head } from '../../ui/panel.tsx';
import { Table, Facts } from '../../ui/table.tsx';
import { momentText } from '../../ui/format.ts';
import layout from '../../ui/layout.module.css';
import styles from './result-detail.module.css';
import textStyles from '../../ui/text.module.css';

const t = texts.runs;

export function ResultDetail() {
  const { result, exchange, runs, selected } = useRuns();
  if (result === null) return <p className={classes(layout.pad, textStyles.soft)}>{t.chooseResult}</p>;
  const { name, outcome, rounds, line, duration, path, assertions } = result;
  const run = runs?.find(({ id }) => id === selected);
  // A failed assertion is listed below.
  const reason = assertions.some(({ text }) => text === result.reason) ? null : result.reason;
  return (
    <section className={layout.pane} aria-label={name}>
      <Head>
        <Outcome outcome={outcome} />
        <h2 className={textStyles.cut}>{name}</h2>
        <span className={layout.grow} />
        <Button
          size="small"
          title={result.hasStart ? t.openHint : undefined}
          onClick={() => openStep(run, result, exchange)}
        >
          {t.openStep}
        </Button>
        <Actions result={result} />
      </Head>
      <div className={classes(styles.facts, result.exchange === null && styles.alone)}>
        {reason !== null && <p className={styles.reason}>{reason}</p>}
        <p className={classes(textStyles.soft, textStyles.small)}>
          {[line, t.milliseconds(duration), ...(rounds > 1 ? [t.rounds(rounds)] : [])]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Assertions result={result} />
        <Variables result={result} />
        <StepRuns path={path} />
      </div>
      {exchange === null ? (
        result.exchange !== null && <p className={classes(layout.pad, textStyles.soft)}>{t.noExchange}</p>
      ) : (
        <ResponsePane exchange={exchange} />
      )}
    </section>
  );
}

function Actions({ result }: { result: NumberedResult }) {
  const { runs, selected, start } = useRuns();
  const run = runs?.find(({ id }) => id === selected);
  if (run === undefined) return null;
  const isRunning = isAnyRunning({ runs });
  const { path, number, hasStart } = result;
  return (
    <Button
      size="small"
      disabled={isRunning}
      title={hasStart ? t.fromHereHint : undefined}
      onClick={() => {
        const continues = hasStart ? { id: run.id, number } : null;
        void start({ ...ONCE, path: run.path, from: path, continues });
      }}
    >
      {t.fromHere}
    </Button>
  );
}

/** Opens the step if it exists, as it was sent if the values of the run are known; otherwise the request. */
export function openStep(
  run: RunSummary | undefined,
  result: NumberedResult,
  exchange: Exchange | null,
): void {
  const { path, number, iteration, row, turn, hasStart } = result;
  const entry = useSaved.getState().entries.find((one) => one.path === path);
  if (run !== undefined && entry !== undefined && hasStart) {
    const { id, name, startedAt, hasOwnBanks: hadOwnBank } = run;
    const title = t.runOf(name, momentText(startedAt));
    const which = [...(row === null ? [] : [t.rowOf(iteration, row)]), ...(turn === null ? [] : [turn])];
    const words = which.length === 0 ? null : which.join(', ');
    openAndReveal(entry, { run: { id, number, title, row: words, hadOwnBank }, exchange });
  } else if (entry !== undefined) openAndReveal(entry);
  else if (exchange?.request && isKnown(exchange.request)) openRequest(exchange.request);
  else return;
  useFrame.getState().go('requests');
}

function Assertions({ result: { assertions } }: { result: NumberedResult }) {
  if (assertions.length === 0) return null;
  return (
    <ul className={styles.assertions} aria-label={t.assertions}>
      {assertions.map(({ holds, text, warns }, at) => (
        <li key={at}>
          <Glyph tone={holds ? 'ok' : warns ? 'warn' : 'bad'} size={13} />
          <span>
            <span className={textStyles.spoken}>{holds ? t.holds : warns ? t.warns : t.doesNotHold}: </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Variables({ result: { used, kept } }: { result: NumberedResult }) {
  if (used.length === 0 && kept.length === 0) return null;
  return (
    <>
      {kept.length > 0 && (
        <Panel name="runs.kept" title={t.kept}>
          <Facts>
            {kept.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className={textStyles.mono}>{value}</dd>
              </div>
            ))}
          </Facts>
        </Panel>
      )}
      {used.length > 0 && (
        <Panel name="runs.used" title={t.used}>
          <Table>
            <thead>
              <tr>
                <th scope="col">{t.variable}</th>
                <th scope="col">{texts.common.value}</th>
                <th scope="col">{t.origin}</th>
              </tr>
            </thead>
            <tbody>
              {used.map(({ name, value, origin, from }) => (
                <tr key={name}>
                  <td className={textStyles.mono}>{name}</td>
                  <td className={textStyles.mono}>{value}</td>
                  <td className={textStyles.soft}>
                    {from === null || from === '' ? t.origins[origin] : t.originFrom(t.origins[origin], from)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </>
  );
}
