import { isFullExport, type OrderFilter, writeOrderFilter } from '@despacho/contracts/dispatch';
import { formatNumber } from '../../../shared/format/format-number.ts';

/** @returns why somebody without charge S cannot export this, in words; nothing where everybody may. */
export function fullExportText(
  filter: OrderFilter,
  orders: number | undefined,
  hasChargeS: boolean,
): string | undefined {
  const query = writeOrderFilter(filter);
  if (hasChargeS || !isFullExport(query, orders)) return undefined;
  if (isFullExport(query)) return 'Exportar todas las órdenes necesita el cargo S. Acote la tabla con algún filtro.';
  return `Exportar ${formatNumber(orders ?? 0)} órdenes de una vez necesita el cargo S. Acote más la tabla.`;
}
