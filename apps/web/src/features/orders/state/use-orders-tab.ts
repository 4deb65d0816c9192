import { emptyFilter } from '@despacho/contracts/dispatch';
import { useState } from 'react';
import { dayIn } from '../../../shared/format/format-day.ts';
import { useServerTime } from '../../../shared/hooks/use-server-time.ts';
import { type Marked, remainingRelease } from '../rules/choices.ts';
import { type Preset, presetOf, withPreset } from '../rules/presets.ts';
import { useDispatchOffice, useOrderFilter } from './use-orders-state.ts';

export interface OrdersTab {
  /** The preset that the filter's states and days equal, or null. */
  preset: Preset | null;
  /** The states that a flag cleared, restored when the flag is removed. */
  released: Marked['released'];
  setReleased: (released: Marked['released']) => void;
  choose: (preset: Preset) => void;
  /** Removes filters and search, and returns to the preset that was in use before them. */
  clear: () => void;
}

/** @returns the preset of the table, which stays in use while filters are added to it. */
export function useOrdersTab(): OrdersTab {
  const { timeZone } = useDispatchOffice();
  const { filter, setFilter } = useOrderFilter();
  const [released, setReleased] = useState<Marked['released']>(null);
  if (remainingRelease({ filter, released }) !== released) setReleased(null);
  const today = dayIn(timeZone, useServerTime());
  const preset = presetOf(filter, today);
  const [used, setUsed] = useState<Preset>(preset ?? 'open');
  if (preset !== null && preset !== used && released === null) setUsed(preset);
  return {
    preset,
    released,
    setReleased,
    choose: (each) => {
      setFilter((now) => withPreset(now, each, today));
      setReleased(null);
    },
    clear: () => {
      setFilter(withPreset(emptyFilter(), used, today));
      setReleased(null);
    },
  };
}
