/** A small button with an icon, and a label for screen readers. */
import type { LucideIcon } from 'lucide-react';
import { Button } from './button.tsx';

export function IconButton(props: {
  label: string;
  /** The shortcut, if there is one. */
  shortcut?: string;
  /** The style sheet of its row shows the label at once, from `data-label`; otherwise the browser does after a while. */
  labelled?: boolean;
  Icon: LucideIcon;
  size?: number;
  disabled?: boolean;
  /** -1 where the keyboard has another way, such as a key of the row. */
  tabIndex?: -1;
  className?: string | undefined;
  onClick: () => void;
}) {
  const { label, shortcut, labelled = false, Icon, size = 14, disabled = false } = props;
  const { tabIndex, className, onClick } = props;
  const shown = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    <Button
      look="plain"
      size="small"
      className={className}
      aria-label={label}
      {...(labelled ? { 'data-label': shown } : { title: shown })}
      disabled={disabled}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon size={size} aria-hidden="true" />
    </Button>
  );
}
