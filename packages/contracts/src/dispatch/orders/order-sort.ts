import * as z from 'zod/mini';

/** Columns by which the table can be sorted; a leading `-` reverses the order. */
export const ORDER_SORTS = ['codigo', 'vence', 'destinatario', 'cliente'] as const;

export type OrderSort = (typeof ORDER_SORTS)[number] | `-${(typeof ORDER_SORTS)[number]}`;

export const orderSort = z.enum(
  ORDER_SORTS.flatMap((each) => [each, `-${each}`] as const) as [OrderSort, ...OrderSort[]],
);
