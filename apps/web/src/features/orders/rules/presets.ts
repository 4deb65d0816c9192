import { emptyFilter, type OrderFilter, type RelativeDay } from '@despacho/contracts/dispatch';
import { withDays } from './narrowed.ts';
import { openOrders, sameFilter } from './orders-address.ts';

export const PRESETS = { open: 'Por hacer', today: 'Hoy', tomorrow: 'Mañana', all: 'Todas' } as const;

export type Preset = keyof typeof PRESETS;

/** The day of a preset, as it is written in the address. */
const DAYS: Partial<Record<Preset, RelativeDay>> = { today: 'hoy', tomorrow: 'manana' };

/** @returns the filter with the preset's states and days; search and other choices are kept. */
export function withPreset(filter: OrderFilter, preset: Preset): OrderFilter {
  const { states } = preset === 'open' ? openOrders() : emptyFilter();
  const day = DAYS[preset] ?? '';
  return { ...withDays(filter, day, day), states };
}

/** @returns the preset with these states and days, as written in the address, if any. */
export const presetOf = (written: OrderFilter): Preset | null =>
  (Object.keys(PRESETS) as Preset[]).find((preset) => sameFilter(withPreset(written, preset), written)) ?? null;
