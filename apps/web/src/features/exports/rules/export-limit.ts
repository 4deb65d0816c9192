import { isFullExport, FULL_EXPORT_DAYS, type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { formatNumber } from '../../../shared/format/format-number.ts';

/** @returns why a user without charge S cannot export this, as text; undefined if anyone may. */
export function fullExportText(
  filter: OrderFilter,
  orders: number | undefined,
  hasChargeS: boolean,
): string | undefined {
  const query = writeOrderFilter(filter);
  if (hasChargeS || !isFullExport(query, { orders: orders ?? 0 })) return undefined;
  if (Object.keys(query).length === 0)
    return 'Exportar todas las órdenes necesita el cargo S. Reduzca la búsqueda con algún filtro.';
  if (isFullExport(query))
    return `Exportar más de ${FULL_EXPORT_DAYS} días sin otro filtro necesita el cargo S. Seleccione menos días o agregue un filtro.`;
  return `Exportar ${formatNumber(orders ?? 0)} órdenes de una vez necesita el cargo S. Reduzca más la búsqueda.`;
}
