/** The results of a step in the stored runs, newest first. */
import { useEffect, useState } from 'react';
import type { RunOfStep } from '../../../shared/contract/runs.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host, messageOf } from '../../host.ts';
import { useFrame } from '../../state/frame.ts';
import { coalesced } from '../../state/coalesce.ts';
import { useRuns } from '../../state/runs.ts';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/labels.tsx';
import { Problem } from '../../ui/messages.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import layout from '../../ui/layout.module.css';
import textStyles from '../../ui/text.module.css';
import { momentText } from '../../ui/format.ts';
import { Check, CircleSlash, CircleX, type LucideIcon, SkipForward, TriangleAlert } from 'lucide-react';
import type { OutcomeName } from '../../../shared/collections/result.ts';

const t = texts.runs.stepRuns;

export function StepRuns({ path }: { path: string }) {
  const { runs, problem } = useStepRuns(path);
  return (
    <Panel name="step-runs" title={t.title} fact={<Count>{runs.length}</Count>}>
      <Problem text={problem} />
      {runs.length === 0 ? (
        <p className={classes(layout.pad, textStyles.soft)}>{t.none}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{texts.common.status}</th>
              <th scope="col">{t.when}</th>
              <th scope="col">{t.run}</th>
              <th scope="col" className={textStyles.num}>
                {t.time}
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((one) => (
              <Row key={`${one.run} ${one.number}`} one={one} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function Row({ one }: { one: RunOfStep }) {
  const openResult = useRuns((store) => store.openResult);
  const { run, number, outcome, reason, status, startedAt, runName, environment, duration } = one;
  const when = momentText(startedAt);
  return (
    <tr title={reason ?? undefined}>
      <td className={textStyles.nowrap}>
        <Outcome outcome={outcome} /> {status}
      </td>
      <td className={textStyles.nowrap}>
        <LinkButton
          aria-label={t.show(when)}
          onClick={() => {
            useFrame.getState().go('runs');
            void openResult(run, number);
          }}
        >
          {when}
        </LinkButton>
      </td>
      <td>
        {runName} <span className={textStyles.soft}>{environment}</span>
      </td>
      <td className={textStyles.num}>{texts.runs.milliseconds(duration)}</td>
    </tr>
  );
}

/** Reloads when a run has new results. */
function useStepRuns(path: string): { runs: readonly RunOfStep[]; problem: string | null } {
  const [read, setRead] = useState<{ path: string; runs: RunOfStep[]; problem: string | null } | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const load = coalesced(() =>
      host.call('runs.ofStep', { path }).then(
        ({ runs }) => {
          if (!isUnmounted) setRead({ path, runs, problem: null });
        },
        (error: unknown) => {
          if (!isUnmounted) setRead({ path, runs: [], problem: t.fails(messageOf(error)) });
        },
      ),
    );
    void load();
    const stop = host.on('run.changed', () => void load());
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [path]);
  return read?.path === path ? read : { runs: [], problem: null };
}

const LOOKS: Readonly<Record<OutcomeName, { Icon: LucideIcon; tone: string | undefined }>> = {
  passed: { Icon: Check, tone: textStyles.ok },
  failed: { Icon: CircleX, tone: textStyles.bad },
  warning: { Icon: TriangleAlert, tone: textStyles.warn },
  skipped: { Icon: SkipForward, tone: textStyles.soft },
  'not-run': { Icon: CircleSlash, tone: textStyles.soft },
};

/** An outcome as a glyph and, for screen readers, a word. */
export function Outcome({ outcome, size = 13 }: { outcome: OutcomeName; size?: number }) {
  const { Icon, tone } = LOOKS[outcome];
  return (
    <>
      <Icon size={size} className={tone} aria-hidden="true" />
      <span className={textStyles.spoken}>{texts.runs.outcome[outcome]}</span>
    </>
  );
}
