/** The head of a column of buttons: a label for screen readers only. */
import { texts } from '../../shared/texts/texts.ts';
import textStyles from './text.module.css';

const t = texts.common;

export function ActionsHead({ className }: { className?: string | undefined }) {
  return (
    <th scope="col" className={className}>
      <span className={textStyles.spoken}>{t.actions}</span>
    </th>
  );
}
