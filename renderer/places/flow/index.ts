/** Flow: the event log as a sequence diagram. */
import { createLucideIcon } from 'lucide-react';
import { NO_FILTER } from '../../../shared/flow/filter.ts';
import { texts } from '../../../shared/texts/texts.ts';
import { type FlowView, useFlow } from '../../state/flow.ts';
import { useFrame } from '../../state/frame.ts';
import { type Command, command, type Place } from '../../state/place.ts';
import { EXPORTS } from './exports.ts';
import { FlowPlace } from './flow-place.tsx';

const t = texts.flow;

/** Two lifelines with a request and a response. */
const FlowIcon = createLucideIcon('flow', [
  ['path', { d: 'M4.5 3.75v16.5', key: 'left' }],
  ['path', { d: 'M19.5 3.75v16.5', key: 'right' }],
  ['path', { d: 'M4.5 9h12.75', key: 'there' }],
  ['path', { d: 'M14.25 6l3 3-3 3', key: 'tip' }],
  ['path', { d: 'M19.5 16.2H6.75', key: 'back' }],
]);

export const flow: Place = {
  id: 'flow',
  label: t.name,
  Icon: FlowIcon,
  View: FlowPlace,
  commands: flowCommands,
};

function flowCommands(): Command[] {
  const { show, setFilter, clear } = useFlow.getState();
  const inFlow = (label: string, run: () => void) =>
    command(t.name, label, () => {
      useFrame.getState().go('flow');
      run();
    });
  const view = (name: FlowView) => inFlow(t.commands[name], () => show(name));
  return [
    view('diagram'),
    view('timing'),
    view('list'),
    inFlow(t.commands.all, () => setFilter(NO_FILTER)),
    inFlow(t.commands.failures, () => setFilter({ ...NO_FILTER, onlyFailures: true })),
    inFlow(t.commands.clear, () => void clear()),
    ...EXPORTS.map(({ format, run }) => inFlow(t.commands.export(t.formats[format]), () => void run())),
  ];
}
