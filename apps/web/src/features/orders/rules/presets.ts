import { emptyFilter, type OrderFilter } from '@despacho/contracts/dispatch';
import { withDays } from './narrowed.ts';
import { openOrders, sameFilter } from './orders-address.ts';

export const PRESETS = { open: 'Por hacer', today: 'Hoy', all: 'Todas' } as const;

export type Preset = keyof typeof PRESETS;

/** The states and days of a preset. */
function framesOf(preset: Preset, today: string): Pick<OrderFilter, 'states' | 'from' | 'to'> {
  if (preset === 'open') return { states: openOrders().states };
  return preset === 'today' ? { states: emptyFilter().states, from: today, to: today } : emptyFilter();
}

/** @returns the filter with the preset's states and days; search and other choices are kept. */
export function withPreset(filter: OrderFilter, preset: Preset, today: string): OrderFilter {
  const { states, from = '', to = '' } = framesOf(preset, today);
  return { ...withDays(filter, from, to), states };
}

/** @returns the preset with these states and days, if any. */
export const presetOf = (filter: OrderFilter, today: string): Preset | null =>
  (Object.keys(PRESETS) as Preset[]).find((preset) => sameFilter(withPreset(filter, preset, today), filter)) ?? null;
