import { moveFocusOnUnmount } from '#shared/hooks/move-focus-on-unmount.ts';

/** The row in the tab order of a table or of the map's list: the last focused one, or else the first. Null without rows. */
const lastRow = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-order-id][tabindex="0"]');

/** On a phone that shows another pane: the selected button of the pane switch. */
const pressedPane = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-panes] [aria-pressed="true"]');

/** Ref for elements that disappear after use: moves the focus to the last focused row. */
export const focusTable = moveFocusOnUnmount(() => lastRow() ?? pressedPane());

/** Focuses the last focused row of the table; without rows, the receipt of the last action. */
export function focusRow(): void {
  const place = lastRow() ?? document.querySelector<HTMLElement>('[data-receipt] button');
  place?.focus({ preventScroll: true });
}
