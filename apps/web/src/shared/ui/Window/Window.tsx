import X from 'lucide-react/icons/x';
import {
  type KeyboardEventHandler,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { FIRST_FIELD } from '../../hooks/focus-first-field.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { classes } from '../../styles/classes.ts';
import { Button } from '../Button/Button.tsx';
import { menuButtonOf } from '../Menu/menu-button-of.ts';
import { createOutages, OutagesContext } from '../ErrorState/outages.ts';
import styles from './Window.module.css';
import { WindowFoot } from './WindowFoot.tsx';

interface WindowProps {
  title: string;
  /** Shown below the title, and read out with it. */
  lead: ReactNode;
  role?: 'alertdialog';
  /** Hides the page behind it, for example from the next user. */
  veiled?: boolean;
  /** Selector of the element to focus first; the first field by default. Without a match, the window itself. */
  focus?: string;
  /** For lists and tables; `map` also has room for a map beside them. `box` shows its content alone, without a title. */
  wide?: boolean | 'map' | 'box';
  /** Called for Esc, × and a click outside. Without it, the window stays until its owner closes it. */
  onDismiss?: (() => void) | undefined;
  /** Whether it ends with a button that dismisses it. */
  hasClose?: boolean;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

const isBeside = (dialog: HTMLDialogElement, x: number, y: number): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
};

/**
 * Opens the dialog and focuses the requested element, or the dialog itself until that element exists. A button is not
 * focused by default: a space typed at that moment would press it.
 */
function open(dialog: HTMLDialogElement, focus: string): void {
  if (dialog.open) return;
  dialog.showModal();
  const wanted = dialog.querySelector<HTMLElement>(focus);
  if (!wanted) dialog.tabIndex = -1;
  (wanted ?? dialog).focus();
}

/**
 * Focuses the requested element once it appears, unless the user has moved the focus. @returns a function that stops
 * waiting.
 */
function focusLater(dialog: HTMLDialogElement, focus: string): () => void {
  const observer = new MutationObserver(() => {
    const wanted = dialog.querySelector<HTMLElement>(focus);
    if (!wanted) return;
    observer.disconnect();
    if (document.activeElement === dialog) wanted.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * A modal dialog above everything, including pop-ups and menus. It is a native `dialog`, which traps the focus and
 * returns it afterwards.
 */
export function Window({
  title,
  lead,
  role,
  veiled = false,
  wide = false,
  focus = FIRST_FIELD,
  onDismiss,
  hasClose = false,
  onKeyDown,
  children,
}: WindowProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useTitle('window', title);
  const id = useId();
  // A window covers the page and its reports, so it has its own.
  const [outages] = useState(createOutages);

  const openNow = useEffectEvent((element: HTMLDialogElement) => {
    open(element, focus);
    return element.querySelector(focus) ? undefined : focusLater(element, focus);
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The menu is gone by the time a dialog it opened is closed.
    const menuButton = menuButtonOf(document.activeElement);
    const stopWaiting = openNow(element);
    // Close before removing it from the page; otherwise the focus is lost.
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
      className={classes(
        styles['window'],
        veiled && styles['veiled'],
        wide !== false && styles[wide === true ? 'wide' : wide],
      )}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        // React also reports it for a window inside this one, and browsers for a file chooser.
        if (event.target === event.currentTarget) onDismiss?.();
      }}
      // Browsers close a dialog on a second Esc in any case; only `onDismiss` may decide that.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) open(currentTarget, focus);
      }}
      onPointerDown={({ currentTarget, target, clientX, clientY }) => {
        if (target === currentTarget && isBeside(currentTarget, clientX, clientY)) onDismiss?.();
      }}
    >
      <h2 id={`${id}-title`} className={wide === 'box' ? 'visually-hidden' : styles['title']}>
        {title}
      </h2>
      <p id={`${id}-lead`} className={wide === 'box' ? 'visually-hidden' : styles['lead']}>
        {lead}
      </p>
      <OutagesContext value={outages}>{children}</OutagesContext>
      {hasClose && (
        <WindowFoot>
          <Button onClick={onDismiss}>Cerrar</Button>
        </WindowFoot>
      )}
      {onDismiss && (
        // Last, so that the focus starts with the content.
        <button type="button" aria-label="Cerrar la ventana" className={styles['close']} onClick={onDismiss}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </dialog>
  );
}
