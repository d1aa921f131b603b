/** Runs of collections. */
import { ListChecks } from 'lucide-react';
import { allOf, treeOf } from '../../../shared/collections/tree.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { host } from '../../host.ts';
import { useFrame } from '../../state/frame.ts';
import { command, type Place } from '../../state/place.ts';
import { useSaved } from '../../state/requests/saved.ts';
import { ONCE, useRuns } from '../../state/runs.ts';
import { snapshotBeforeRuns } from '../../state/requests/run-resets.ts';
import { RunsPlace } from './runs-place.tsx';

const t = texts.runs;

export const runs: Place = {
  id: 'runs',
  label: t.name,
  Icon: ListChecks,
  View: RunsPlace,
  commands: () =>
    [...allOf(treeOf(useSaved.getState()))].flatMap((node) =>
      node.kind === 'step' || node.children.length === 0
        ? []
        : [
            command(t.name, t.commands.run(node.path === '' ? t.everything : node.path), () => {
              useFrame.getState().go('runs');
              void useRuns.getState().start({ ...ONCE, path: node.path });
            }),
          ],
    ),
  start: () => {
    snapshotBeforeRuns();
    host.on('run.changed', () => {
      if (useFrame.getState().place === 'runs') void useRuns.getState().load();
    });
  },
};
