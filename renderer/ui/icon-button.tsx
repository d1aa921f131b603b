/** A small button that is an icon for the eye and a word for everybody else. */
import type { LucideIcon } from 'lucide-react';

export function IconButton(props: {
  label: string;
  /** The shortcut, where there is one. */
  shortcut?: string;
  Icon: LucideIcon;
  size?: number;
  disabled?: boolean;
  onClick: () => void;
}) {
  const { label, shortcut, Icon, size = 14, disabled = false, onClick } = props;
  return (
    <button
      type="button"
      className="btn plain sm"
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={size} aria-hidden="true" />
    </button>
  );
}
