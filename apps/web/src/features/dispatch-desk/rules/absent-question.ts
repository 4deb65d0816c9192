import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { orderCount } from '#shared/format/order-count.ts';

/** @returns the question before orders are put «En ruta» with couriers marked as absent; undefined without any. */
export function absentQuestion(orders: readonly Pick<Order, 'state' | 'courier'>[], couriers: readonly Courier[]) {
  const absent = couriers.filter(({ state }) => state === 'ausente');
  const theirs = orders.filter(
    ({ state, courier }) => state === 'asignada' && absent.some(({ id }) => id === courier?.id),
  );
  const names = [...new Set(theirs.map(({ courier }) => courier?.name ?? ''))];
  if (names.length === 0) return undefined;
  const who = new Intl.ListFormat('es').format(names);
  return {
    title: names.length === 1 ? `${who} está ausente` : `${who} están ausentes`,
    text: `${orderCount(theirs.length)} ${theirs.length === 1 ? 'saldría' : 'saldrían'} a ruta con quien hoy no trabaja.`,
    confirmLabel: 'Poner en ruta',
  };
}
