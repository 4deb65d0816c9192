import { type CourierDay } from '@despacho/contracts/dispatch';
import { compareNames } from '#shared/fields/compare-names.ts';

/** Status of a courier's day, in the order in which the office handles them. */
export const DAY_STATUS = {
  handed: { label: 'Por confirmar', tone: 'warn' },
  working: { label: 'En ruta', tone: 'move' },
  waiting: { label: 'Sin cerrar', tone: 'neutral' },
  confirmed: { label: 'Confirmado', tone: 'good' },
} as const;

type DayStatus = keyof typeof DAY_STATUS;

const ORDER = Object.keys(DAY_STATUS) as DayStatus[];

export function dayStatus({ confirmed, end, startedAt, open }: CourierDay): DayStatus {
  if (confirmed) return 'confirmed';
  if (end) return 'handed';
  return startedAt !== null && open > 0 ? 'working' : 'waiting';
}

/** @returns the days that wait for the office first, then those still open, by name within each. */
export const inHandlingOrder = (days: readonly CourierDay[]): CourierDay[] =>
  days.toSorted(
    (one, other) =>
      ORDER.indexOf(dayStatus(one)) - ORDER.indexOf(dayStatus(other)) ||
      compareNames(one.courier.name, other.courier.name),
  );

/** @returns the cash that the courier hands over, in céntimos. Other means are paid to the company directly. */
export const cashOf = ({ payments }: CourierDay): number =>
  payments.find(({ means }) => means === 'efectivo')?.amount ?? 0;
