/** A framed button that performs an action. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import styles from './button.module.css';
import type { LucideIcon } from 'lucide-react';

const LOOK = { normal: undefined, go: styles.go, harm: styles.harm, plain: styles.plain };
const SIZE = { normal: undefined, small: styles.small, large: styles.large };

export interface ButtonProps extends ComponentProps<'button'> {
  /** `go` for the main action, `harm` for what cannot be undone, `plain` for a button without a frame. */
  look?: keyof typeof LOOK;
  size?: keyof typeof SIZE;
}

export function Button({
  look = 'normal',
  size = 'normal',
  type = 'button',
  className,
  ...rest
}: ButtonProps) {
  return (
    <button {...rest} type={type} className={classes(styles.button, LOOK[look], SIZE[size], className)} />
  );
}

/** A button that looks like a link, because it leads to another part of the window. */
export function LinkButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classes(styles.link, className)} />;
}

/** A small button with an icon, and a label for screen readers. */
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
