import { type Order } from '@despacho/contracts/dispatch';
import { formatNumber } from '#shared/format/format-number.ts';

interface Progress {
  isReading: boolean;
  isCut: boolean;
}

/** @returns a note about the map: loading, truncated or empty; otherwise undefined. */
export function mapNote(orders: readonly Pick<Order, 'id'>[], { isReading, isCut }: Progress): string | undefined {
  if (isReading) return orders.length === 0 ? 'Cargando órdenes…' : `Cargando órdenes: ${formatNumber(orders.length)}…`;
  if (orders.length === 0) return 'Ninguna orden cumple el filtro';
  return isCut ? `Se muestran las ${formatNumber(orders.length)} más urgentes: reduzca la búsqueda` : undefined;
}
