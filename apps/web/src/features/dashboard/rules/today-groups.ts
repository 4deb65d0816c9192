import { emptyFilter, type OrderFilter, type OrdersByState, type OrderState } from '@despacho/contracts/dispatch';

export interface TodayGroup {
  key: string;
  title: string;
  states: readonly OrderState[];
  /** Colours it, as everywhere. */
  token: string;
}

/** How the day's orders stand: every state belongs to one group, so that the figures add up to all of them. */
export const TODAY_GROUPS: readonly TodayGroup[] = [
  { key: 'pendiente', title: 'Pendientes', states: ['pendiente'], token: '--warn' },
  { key: 'asignada', title: 'Asignadas', states: ['asignada'], token: '--info' },
  { key: 'en_ruta', title: 'En ruta', states: ['en_ruta'], token: '--move' },
  { key: 'entregada', title: 'Entregadas', states: ['entregada'], token: '--good' },
  { key: 'no_entregada', title: 'No entregadas', states: ['no_entregada'], token: '--alarm' },
  { key: 'otras', title: 'Otras', states: ['en_devolucion', 'devuelta', 'anulada'], token: '--muted' },
];

/** @returns which orders a figure counts: those its list shows. `day` is of the office's calendar. */
export const groupFilter = (day: string, states: readonly OrderState[]): OrderFilter => ({
  ...dayFilter(day),
  states: { is: [...states], not: [] },
});

/** @returns how many orders a group has. */
export const groupCount = ({ states: counts }: OrdersByState, { states }: Pick<TodayGroup, 'states'>): number =>
  states.reduce((sum, state) => sum + counts[state], 0);

/** @returns which orders are of a day, in whatever state. */
export const dayFilter = (day: string): OrderFilter => ({ ...emptyFilter(), from: day, to: day });

/** @returns how much of a bar each figure takes, in percent; whatever is there at all can be seen. */
export function sharesOf(counts: readonly number[]): number[] {
  const LEAST = 0.8;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const raised = counts.map((count) => (count === 0 ? 0 : Math.max(LEAST, (100 * count) / total)));
  const sum = raised.reduce((all, share) => all + share, 0);
  return raised.map((share) => (100 * share) / sum);
}
