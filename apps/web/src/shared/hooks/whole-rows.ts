/**
 * A ref for a list or table that scrolls in a card: it ends below a whole row, because a row cut in half looks like a fault.
 * Its height is what the card leaves it.
 */
export function wholeRows(list: HTMLElement | null): (() => void) | undefined {
  const card = list?.parentElement;
  if (!list || !card) return undefined;
  const fit = (): void => {
    list.style.maxHeight = '';
    const top = list.getBoundingClientRect().top + list.clientTop - list.scrollTop;
    const foot = list.querySelector('tfoot')?.clientHeight ?? 0;
    const ends = Array.from(list.querySelectorAll('li, tbody tr'), (row) => row.getBoundingClientRect().bottom - top);
    const room = list.clientHeight - foot;
    const end = ends.findLast((each) => each <= room + 0.5);
    if (end !== undefined && Math.max(...ends) > room) list.style.maxHeight = `${end + foot}px`;
  };
  const sizes = new ResizeObserver(fit);
  const rows = new MutationObserver(fit);
  sizes.observe(card);
  rows.observe(list, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    rows.disconnect();
  };
}

/** @returns a ref that gives its element to both. */
export const withWholeRows =
  (other: (list: HTMLElement | null) => (() => void) | undefined) =>
  (list: HTMLElement | null): (() => void) => {
    const ends = [other(list), wholeRows(list)];
    return () => ends.forEach((end) => end?.());
  };
