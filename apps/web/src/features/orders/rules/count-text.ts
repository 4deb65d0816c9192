import { orderCount } from '#shared/format/order-count.ts';

/** @param isOver whether there are more. @returns the number of orders as text; undefined means not known yet. */
export const countText = (total: number | undefined, isOver: boolean): string =>
  total === undefined ? 'Contando…' : orderCount(total, isOver);

/** @returns the text shown when the counts failed to load; the list may still know its total. */
export const uncountedText = (total: number | undefined, isOver: boolean): string =>
  total === undefined ? 'No se pudo contar las órdenes' : `${countText(total, isOver)} · avisos sin contar`;
