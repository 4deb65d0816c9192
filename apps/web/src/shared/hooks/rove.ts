import { indexAfterKey } from './use-roving-focus.ts';

const CONTROLS = 'a[href], button, summary, input:not([type="text"])';
const ROWS = 'tr, li, label, [role="toolbar"]';

/** Rows per Page Up or Down. */
const PAGE = 10;

const rowOf = (element: HTMLElement): HTMLElement | null => element.closest<HTMLElement>('tr') ?? element.closest(ROWS);

/** @returns whether an element can have the focus: enabled, displayed, and in no closed `details`. */
const isUsable = (element: HTMLElement): boolean =>
  element.matches(':not(:disabled, details:not([open]) > :not(summary), details:not([open]) > :not(summary) *)') &&
  element.getClientRects().length > 0;

/** @returns what the arrows reach in a row: its controls and, in a table, the cells without one. */
function itemsOf(row: HTMLElement): HTMLElement[] {
  const controls = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => rowOf(control) === row && isUsable(control),
  );
  if (!(row instanceof HTMLTableRowElement)) return controls;
  return [...row.cells].flatMap((cell) => {
    const inside = controls.filter((control) => cell.contains(control));
    return inside.length > 0 ? inside : cell;
  });
}

/** @returns the item below or above another one: of the same column in a table, of the same place in a list. */
function itemBeside(item: HTMLElement, row: HTMLElement, next: HTMLElement): HTMLElement | undefined {
  const items = itemsOf(next);
  const cell = item.closest<HTMLTableCellElement>('td, th');
  if (cell) return items.find((each) => each.closest<HTMLTableCellElement>('td, th')?.cellIndex === cell.cellIndex);
  return items[Math.min(itemsOf(row).indexOf(item), items.length - 1)];
}

/**
 * Makes a table or list one Tab stop, whatever its rows contain: up and down move between rows, left and right within a
 * row. Home and End lead to the ends of the row, with Ctrl to the first and the last row. Text fields keep their keys.
 * @returns a function that ends it.
 */
export function rove(container: HTMLElement): () => void {
  let stop: HTMLElement | undefined;
  const apply = (): void => {
    const controls = [...container.querySelectorAll<HTMLElement>(CONTROLS)];
    if (!stop || !container.contains(stop) || !isUsable(stop)) stop = controls.find(isUsable);
    if (!stop) return;
    for (const control of controls) {
      const tabIndex = control === stop ? 0 : -1;
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex;
    }
  };
  const follow = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement) || target === container) return;
    if (stop) stop.tabIndex = -1;
    stop = target.closest<HTMLElement>(CONTROLS) ?? target;
    stop.tabIndex = 0;
  };
  const target = (event: KeyboardEvent): HTMLElement | undefined => {
    const { target: from, key } = event;
    if (!(from instanceof HTMLElement) || event.metaKey || event.altKey || event.shiftKey) return undefined;
    const row = rowOf(from);
    if (!row || !container.contains(row) || from.matches('[type="text"]')) return undefined;
    const items = itemsOf(row);
    const beside = event.ctrlKey ? null : indexAfterKey(key, items.indexOf(from), items.length, { axis: 'row' });
    if (beside !== null) return items[beside];
    const rows = [...container.querySelectorAll<HTMLElement>(ROWS)].filter((each) => itemsOf(each).length > 0);
    const below = indexAfterKey(key, rows.indexOf(row), rows.length, { page: PAGE });
    const next = below === null ? undefined : rows[below];
    return next && itemBeside(from, row, next);
  };
  const move = (event: KeyboardEvent): void => {
    const next = target(event);
    if (!next) return;
    event.preventDefault();
    // Not for the screen, nor for a menu button, which opens on an arrow key.
    event.stopPropagation();
    next.tabIndex = 0;
    next.focus();
  };

  apply();
  const observer = new MutationObserver(apply);
  observer.observe(container, { childList: true, subtree: true, attributeFilter: ['disabled', 'href', 'open'] });
  container.addEventListener('focusin', follow);
  container.addEventListener('keydown', move);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', follow);
    container.removeEventListener('keydown', move);
  };
}
