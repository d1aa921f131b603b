/** An outcome as a glyph and, for screen readers, a word. */
import { Check, CircleSlash, CircleX, type LucideIcon, SkipForward, TriangleAlert } from 'lucide-react';
import type { OutcomeName } from '../../../shared/collections/result.ts';
import { texts } from '../../../shared/texts/texts.ts';
import textStyles from '../../ui/text.module.css';

const LOOKS: Readonly<Record<OutcomeName, { Icon: LucideIcon; tone: string | undefined }>> = {
  passed: { Icon: Check, tone: textStyles.ok },
  failed: { Icon: CircleX, tone: textStyles.bad },
  warning: { Icon: TriangleAlert, tone: textStyles.warn },
  skipped: { Icon: SkipForward, tone: textStyles.soft },
  'not-run': { Icon: CircleSlash, tone: textStyles.soft },
};

export function Outcome({ outcome, size = 13 }: { outcome: OutcomeName; size?: number }) {
  const { Icon, tone } = LOOKS[outcome];
  return (
    <>
      <Icon size={size} className={tone} aria-hidden="true" />
      <span className={textStyles.spoken}>{texts.runs.outcome[outcome]}</span>
    </>
  );
}
