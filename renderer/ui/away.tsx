/** The glyph of the bank's clock: a triangle if it is far from real time. */
import { Clock, TriangleAlert } from 'lucide-react';
import { MAX_CLOCK_DEVIATION } from '../../shared/xs2a/bank-limits.ts';
import textStyles from './text.module.css';

/** Whether a bank with such a clock refuses requests that are dated by the machine (SIG-10). @param ahead milliseconds */
export function isFar(ahead: number): boolean {
  return Math.abs(ahead) > MAX_CLOCK_DEVIATION * 1000;
}

/** @param props.ahead milliseconds; negative if the clock is behind */
export function Away({ ahead }: { ahead: number }) {
  return isFar(ahead) ? (
    <TriangleAlert size={14} className={textStyles.warn} aria-hidden="true" />
  ) : (
    <Clock size={14} aria-hidden="true" />
  );
}
