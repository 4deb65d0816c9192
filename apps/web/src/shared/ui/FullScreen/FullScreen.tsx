import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { useTitle } from '../../hooks/use-title.ts';
import { classes } from '../../styles/classes.ts';
import styles from './FullScreen.module.css';

/** A modal dialog on the full screen. `onDismiss` is called for Esc, and if the browser closes the dialog. */
export function FullScreen({ className, onDismiss, ...rest }: ComponentProps<'dialog'> & { onDismiss: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useTitle('window', rest['aria-label']);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not its first button, which a typed space would press.
    element?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={dialog}
      tabIndex={-1}
      className={classes(styles['screen'], className)}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      // On a second Esc browsers close a dialog without a cancellable event.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onDismiss();
      }}
    />
  );
}
