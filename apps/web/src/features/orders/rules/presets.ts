import { emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { withDays } from './narrowed.ts';
import { openOrders, sameFilter } from './orders-address.ts';

/** Where one begins to look, with the names people see. */
export const PRESETS = { open: 'Por hacer', today: 'Hoy', all: 'Todas' } as const;

export type Preset = keyof typeof PRESETS;

/** What a preset says of states and days, and nothing else. */
function framesOf(preset: Preset, today: string): Pick<OrderFilter, 'states' | 'from' | 'to'> {
  if (preset === 'open') return { states: openOrders().states };
  return preset === 'today' ? { states: emptyFilter().states, from: today, to: today } : emptyFilter();
}

/** @returns the filter within another frame: the search and the other choices stay. */
export function withPreset(filter: OrderFilter, preset: Preset, today: string): OrderFilter {
  const { states, from = '', to = '' } = framesOf(preset, today);
  return { ...withDays(filter, from, to), states };
}

/** @returns the preset whose frame this is, if any. */
export const presetOf = (filter: OrderFilter, today: string): Preset | null =>
  (Object.keys(PRESETS) as Preset[]).find((preset) => sameFilter(withPreset(filter, preset, today), filter)) ?? null;
