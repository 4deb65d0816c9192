import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { classes } from '../../styles/classes.ts';
import styles from './Window.module.css';

interface WindowProps {
  title: string;
  /** Said after the title, and read out with it. */
  lead: ReactNode;
  role?: 'alertdialog';
  /** Hides what is behind from whoever may be standing there now. */
  veiled?: boolean;
  /** Which element has the focus first; the first that can have it, without. A selector. */
  focus?: string;
  /** For lists and tables. */
  wide?: boolean;
  /** Esc, and a press beside it. Without, the window stays until whoever shows it takes it away. */
  onDismiss?: (() => void) | undefined;
  children: ReactNode;
}

const isBeside = (dialog: HTMLDialogElement, x: number, y: number): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
};

/** Opens it, with the focus where it is wanted; in the window itself while that is not there yet. */
function open(dialog: HTMLDialogElement, focus: string | undefined): void {
  if (dialog.open) return;
  dialog.showModal();
  if (focus === undefined) return;
  const wanted = dialog.querySelector<HTMLElement>(focus);
  if (!wanted) dialog.tabIndex = -1;
  (wanted ?? dialog).focus();
}

/** Moves the focus to what it is wanted on once that has come, unless somebody has moved it. @returns how to stop waiting. */
function focusLater(dialog: HTMLDialogElement, focus: string): () => void {
  const observer = new MutationObserver(() => {
    const wanted = dialog.querySelector<HTMLElement>(focus);
    if (!wanted) return;
    observer.disconnect();
    if (document.activeElement === dialog) wanted.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
  };
}

/** The button of the menu that `element` is in: the menu itself is gone by the time a window it has opened is closed. */
const menuButtonOf = (element: Element | null): HTMLElement | null =>
  document.getElementById(element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');

/**
 * A window above everything, pop-ups and menus included: the browser's own dialog, which keeps the focus inside and
 * gives it back to where it was.
 */
export function Window({ title, lead, role, veiled = false, wide = false, focus, onDismiss, children }: WindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  const openNow = useEffectEvent((element: HTMLDialogElement) => {
    open(element, focus);
    return focus === undefined || element.querySelector(focus) ? undefined : focusLater(element, focus);
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const menuButton = menuButtonOf(document.activeElement);
    const stopWaiting = openNow(element);
    // Closed before it is taken out of the page, or the focus would be lost.
    return () => {
      stopWaiting?.();
      element.close();
      const { activeElement } = document;
      const isLost = activeElement === document.body || element.contains(activeElement);
      if (isLost) menuButton?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      className={classes(styles['window'], veiled && styles['veiled'], wide && styles['wide'])}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      // Browsers close on a second Esc whatever one says; whether it is over is not theirs to decide.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) open(currentTarget, focus);
      }}
      onPointerDown={({ currentTarget, target, clientX, clientY }) => {
        if (target === currentTarget && isBeside(currentTarget, clientX, clientY)) onDismiss?.();
      }}
    >
      <h2 id={`${id}-title`} className={styles['title']}>
        {title}
      </h2>
      <p id={`${id}-lead`} className={styles['lead']}>
        {lead}
      </p>
      {children}
    </dialog>
  );
}
