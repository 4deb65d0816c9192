import { moveFocusOnUnmount } from '../../shared/hooks/move-focus-on-unmount.ts';

/** The row that had the focus last, or else the first one; null while there are no rows. */
const lastRow = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="grid"] [data-order-id][tabindex="0"]');

/** Where a phone shows another pane than the orders: the choice of panes, in which that one is pressed. */
const pressedPane = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-panes] [aria-pressed="true"]');

/** The ref of what is done with and gone, for work to go on in the table: the row that had the focus last has it again. */
export const focusTable = moveFocusOnUnmount(() => lastRow() ?? pressedPane());

/** Brings the focus to the table's row that had it last. Nothing happens while there are no rows. */
export function focusRow(): void {
  lastRow()?.focus({ preventScroll: true });
}
