import { Workflow } from 'lucide-react';
import { texts } from '../../../shared/texts/texts.ts';
import type { Place } from '../../state/place.ts';
import { FlowPlace } from './flow-place.tsx';

export const flow: Place = { id: 'flow', label: texts.flow.name, Icon: Workflow, View: FlowPlace };
