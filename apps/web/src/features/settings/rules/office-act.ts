import { type CompanyOffice, MAX_COUNTED_ORDERS } from '@despacho/contracts/dispatch';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';

/** @returns the effects of closing an office, and its open work. */
export function closingText({ phones, openOrders, name }: CompanyOffice): string {
  const open =
    openOrders >= MAX_COUNTED_ORDERS
      ? `más de ${formatNumber(MAX_COUNTED_ORDERS)} órdenes abiertas`
      : countText(openOrders, 'orden abierta', 'órdenes abiertas');
  const left = openOrders > 0 ? ` Quedan ${open}: nadie podrá cerrarlas hasta reabrirla.` : '';
  const ended =
    phones > 0
      ? ` Se ${phones === 1 ? 'desconecta' : 'desconectan'} ${countText(phones, 'teléfono', 'teléfonos')} de repartidores; lo que todavía no enviaron no llegará.`
      : '';
  return `En ${name} ya no se podrá crear ni cambiar nada; todo se podrá leer y exportar, y sus personas podrán ingresar.${ended}${left}`;
}

/** @returns why an office cannot be deleted; undefined if it can. */
export const removalReason = ({ isEmpty }: CompanyOffice): string | undefined =>
  isEmpty ? undefined : 'Tiene personas, repartidores, órdenes o importaciones';
