import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { Action } from './Action.tsx';
import styles from './Dialog.module.css';

interface Props {
  title: string;
  /** Fills the screen. */
  isFull?: boolean;
  /** Label of a button that closes it. */
  cancel?: string;
  /** The last button. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, open while it is rendered. «Atrás» and Esc close it. */
export function Dialog({ title, isFull = false, cancel, action, onClose, children }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Otherwise a field might receive the focus, and the keyboard would cover half of the screen.
    if (isFull) heading.current?.focus();
  }, [isFull]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes(styles['dialog'], isFull && styles['full'])}
      onClose={onClose}
    >
      <h2 ref={heading} id={id} tabIndex={-1} className={styles['title']}>
        {title}
      </h2>
      {children}
      {cancel !== undefined && (
        <Action tone="plain" onClick={onClose}>
          {cancel}
        </Action>
      )}
      {action}
    </dialog>
  );
}
