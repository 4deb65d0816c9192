import { type CourierFigures } from '@despacho/contracts/dispatch';

/** Columns that couriers can be sorted by. */
export const COURIER_SORTS = {
  name: 'Repartidor',
  done: 'Avance',
  perHour: 'Por hora',
  end: 'Termina',
  seenAt: 'Última señal',
  cash: 'Efectivo',
  late: 'Tarde',
  failed: 'Falló',
} as const;

export type CourierSort = keyof typeof COURIER_SORTS;

export interface CourierOrder {
  by: CourierSort;
  isDescending: boolean;
}

/** Couriers that need attention first: late orders, then the latest end. */
export const USUAL_ORDER: CourierOrder = { by: 'late', isDescending: true };

const valueOf = (courier: CourierFigures, by: CourierSort): number | string | null => {
  if (by === 'done') return courier.total === 0 ? 1 : courier.done / courier.total;
  return courier[by];
};

function compare(one: number | string | null, other: number | string | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'es');
}

/**
 * @returns the couriers sorted; those without a value come last either way, and equal ones by open orders. Those
 * without late orders stay sorted by name during the day, so that people find them.
 */
export function sortCouriers(
  couriers: readonly CourierFigures[],
  { by, isDescending }: CourierOrder,
): CourierFigures[] {
  return couriers.toSorted((one, other) => {
    const [a, b] = [valueOf(one, by), valueOf(other, by)];
    const isCalm = by === 'late' && one.late + other.late === 0;
    const openFirst = isCalm ? 0 : other.total - other.done - (one.total - one.done);
    if (a === null || b === null) return Number(a === null) - Number(b === null) || openFirst;
    return (isDescending ? -1 : 1) * compare(a, b) || openFirst || one.name.localeCompare(other.name, 'es');
  });
}

/** @returns the order after a press on a column: first its more useful direction, then the other. */
export const nextOrder = (now: CourierOrder, by: CourierSort): CourierOrder =>
  now.by === by
    ? { by, isDescending: !now.isDescending }
    : { by, isDescending: !['name', 'done', 'seenAt', 'perHour'].includes(by) };
