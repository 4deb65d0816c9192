import { observeSizes } from './observe-sizes.ts';

const rowsOf = (list: HTMLElement): Element[] => [...list.querySelectorAll('li, tbody tr')];

/**
 * A ref for a list or table that scrolls in a card: it ends below a whole row, because a row cut in half looks like a
 * fault. Its height is the remaining height of the card.
 */
export function wholeRows(list: HTMLElement | null): (() => void) | undefined {
  const card = list?.parentElement;
  if (!list || !card) return undefined;
  const fit = (): void => {
    list.style.maxHeight = list.style.minHeight = '';
    const top = list.getBoundingClientRect().top + list.clientTop - list.scrollTop;
    const foot = list.querySelector('tfoot')?.getBoundingClientRect().height ?? 0;
    const ends = rowsOf(list).map((row) => row.getBoundingClientRect().bottom - top);
    const room = list.clientHeight - foot;
    const end = ends.findLast((each) => each <= room + 0.5);
    if (end === undefined || Math.max(...ends) <= room + 0.5) return;
    list.style.maxHeight = `${end + foot}px`;
    list.style.minHeight = '0';
  };
  let end = (): void => undefined;
  const watch = (): void => {
    end();
    fit();
    end = observeSizes(fit, card, ...rowsOf(list));
  };
  const rows = new MutationObserver(watch);
  watch();
  rows.observe(list, { childList: true, subtree: true });
  addEventListener('resize', fit);
  return () => {
    end();
    rows.disconnect();
    removeEventListener('resize', fit);
  };
}

/** @returns a ref that gives its element to both. */
export const withWholeRows =
  (other: (list: HTMLElement | null) => (() => void) | undefined) =>
  (list: HTMLElement | null): (() => void) => {
    const ends = [other(list), wholeRows(list)];
    return () => ends.forEach((end) => end?.());
  };
