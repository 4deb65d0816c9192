import { formatNumber } from '#shared/format/format-number.ts';
import { type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';

export interface TodayGroup {
  key: string;
  title: string;
  states: readonly OrderState[];
  /** The state's colour. */
  tone: 'warn' | 'info' | 'move' | 'good' | 'alarm' | 'neutral';
}

/** Groups of order states. Each state is in exactly one group, so that the figures add up to all orders. */
export const TODAY_GROUPS: readonly TodayGroup[] = [
  { key: 'pendiente', title: 'Pendientes', states: ['pendiente'], tone: 'warn' },
  { key: 'asignada', title: 'Asignadas', states: ['asignada'], tone: 'info' },
  { key: 'en_ruta', title: 'En ruta', states: ['en_ruta'], tone: 'move' },
  { key: 'entregada', title: 'Entregadas', states: ['entregada'], tone: 'good' },
  { key: 'no_entregada', title: 'No entregadas', states: ['no_entregada'], tone: 'alarm' },
  { key: 'otras', title: 'Otras', states: ['en_devolucion', 'devuelta', 'anulada'], tone: 'neutral' },
];

/** @returns the number of orders in a group. */
export const groupCount = (counts: OrdersByState['states'], { states }: Pick<TodayGroup, 'states'>): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

/** @returns a difference with its sign: «+6», «−2», «=». */
export const differenceText = (difference: number): string =>
  difference === 0 ? '=' : `${difference > 0 ? '+' : '−'}${formatNumber(Math.abs(difference))}`;

/** @returns each figure's share of a bar in percent; a non-zero count gets a visible minimum. */
export function sharesOf(counts: readonly number[]): number[] {
  const MIN_SHARE = 0.8;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const raised = counts.map((count) => (count === 0 ? 0 : Math.max(MIN_SHARE, (100 * count) / total)));
  const sum = raised.reduce((all, share) => all + share, 0);
  return raised.map((share) => (100 * share) / sum);
}
