/** The places of the rail, in its order. */
import {
  ArrowLeftRight,
  Award,
  History,
  House,
  Landmark,
  type LucideIcon,
  Settings,
  SlidersHorizontal,
} from 'lucide-react';
import { texts } from '../../shared/texts/texts.ts';
import type { Place } from './frame.ts';

const t = texts.frame.places;

export const PLACES: readonly { place: Place; label: string; Icon: LucideIcon }[] = [
  { place: 'start', label: t.start, Icon: House },
  { place: 'requests', label: t.requests, Icon: ArrowLeftRight },
  { place: 'bank', label: texts.common.bank, Icon: Landmark },
  { place: 'certificates', label: texts.common.certificates, Icon: Award },
  { place: 'environments', label: texts.common.environments, Icon: SlidersHorizontal },
  { place: 'history', label: t.history, Icon: History },
  { place: 'settings', label: t.settings, Icon: Settings },
];
