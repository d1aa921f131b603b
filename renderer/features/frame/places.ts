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
import type { Place } from './store.ts';

export const PLACES: readonly { place: Place; label: string; Icon: LucideIcon }[] = [
  { place: 'start', label: 'Start', Icon: House },
  { place: 'requests', label: 'Requests', Icon: ArrowLeftRight },
  { place: 'bank', label: 'Bank', Icon: Landmark },
  { place: 'certificates', label: 'Certificates', Icon: Award },
  { place: 'environments', label: 'Environments', Icon: SlidersHorizontal },
  { place: 'history', label: 'History', Icon: History },
  { place: 'settings', label: 'Settings', Icon: Settings },
];
