import { emptyFilter } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { type FlaggedFilter, remainingRelease } from '../rules/choices.ts';
import { type Preset, presetOf, withPreset } from '../rules/presets.ts';
import { useOrderFilter } from './use-orders-state.ts';

/** @returns the preset of the table, which stays in use while filters are added to it. */
export function useOrdersTab() {
  const { written: filter, setFilter } = useOrderFilter();
  const [released, setReleased] = useState<FlaggedFilter['released']>(null);
  if (remainingRelease({ filter, released }) !== released) setReleased(null);
  const preset = presetOf(filter);
  const [used, setUsed] = useState<Preset>(preset ?? 'open');
  if (preset !== null && preset !== used && released === null) setUsed(preset);
  return {
    /** The preset that the filter's states and days equal, or null. */
    preset,
    /** The states that a flag cleared, restored when the flag is removed. */
    released,
    setReleased,
    choose: (each: Preset): void => {
      setFilter((now) => withPreset(now, each));
      setReleased(null);
    },
    /** Removes filters and search, and returns to the preset that was in use before them. */
    clear: (): void => {
      setFilter(withPreset(emptyFilter(), used));
      setReleased(null);
    },
  };
}

export type OrdersTab = ReturnType<typeof useOrdersTab>;
