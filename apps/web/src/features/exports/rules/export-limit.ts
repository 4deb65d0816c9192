import { isFullExport, FULL_EXPORT_DAYS, type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { orderCount } from '#shared/format/order-count.ts';
import { type OrdersListState } from '#features/orders/state/use-orders-state.ts';

/** @returns why a user without charge S cannot export this, as text; undefined if anyone may. */
export function fullExportText(
  filter: OrderFilter,
  { total = 0, isOver }: Pick<OrdersListState, 'total' | 'isOver'>,
  hasChargeS: boolean,
): string | undefined {
  const query = writeOrderFilter(filter);
  if (hasChargeS || !isFullExport(query, { orders: isOver ? total + 1 : total })) return undefined;
  if (Object.keys(query).length === 0)
    return 'Exportar todas las órdenes necesita el cargo S. Reduzca la búsqueda con algún filtro.';
  if (isFullExport(query))
    return `Exportar más de ${FULL_EXPORT_DAYS} días sin otro filtro necesita el cargo S. Seleccione menos días o agregue un filtro.`;
  return `Exportar ${orderCount(total, isOver)} de una vez necesita el cargo S. Reduzca más la búsqueda.`;
}
