/** A dialog above the whole window. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFrame } from '../state/frame.ts';
import { classes } from '../ui/classes.ts';
import styles from './modal.module.css';

/** A new one for each opening: browsers fire the close event with a delay, which would close a dialog opened in the meantime. */
export function Modal(props: {
  label: string;
  className: string | undefined;
  onDone: () => void;
  children: ReactNode;
}) {
  const { label, className, onDone, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    useFrame.setState({ isCovered: true });
    // Closing the dialog before removing it returns the focus to where it was.
    return () => {
      shown?.close();
      useFrame.setState({ isCovered: false });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.modal, className)}
      aria-label={label}
      onCancel={onDone}
      onClose={onDone}
    >
      {children}
    </dialog>
  );
}
