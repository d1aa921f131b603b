/** A small button with an icon, and a label for screen readers. */
import type { LucideIcon } from 'lucide-react';
import { Button } from './button.tsx';

export function IconButton(props: {
  label: string;
  /** The shortcut, if there is one. */
  shortcut?: string;
  Icon: LucideIcon;
  size?: number;
  disabled?: boolean;
  /** -1 where the keyboard has another way, such as a key of the row. */
  tabIndex?: -1;
  className?: string | undefined;
  onClick: () => void;
}) {
  const { label, shortcut, Icon, size = 14, disabled = false, tabIndex, className, onClick } = props;
  return (
    <Button
      look="plain"
      size="small"
      className={className}
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      disabled={disabled}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon size={size} aria-hidden="true" />
    </Button>
  );
}
