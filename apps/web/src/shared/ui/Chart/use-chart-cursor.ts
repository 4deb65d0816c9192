import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** Points of a chart that one press of Page up or down passes. */
const PAGE = 4;

/**
 * A cursor over the points of a chart: arrows, Home, End and Page keys move it, and a pointer over the chart.
 * @param count number of points.
 * @param label of the chart.
 * @param textOf the values at a point, as they are read aloud.
 * @param pointAt the point at a horizontal position, from 0 to 1.
 */
export function useChartCursor(
  count: number,
  { label, textOf, pointAt }: { label: string; textOf: (point: number) => string; pointAt: (share: number) => number },
) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = count - 1;
  const limited = (point: number): number => Math.max(0, Math.min(last, point));
  const point = chosen === null ? null : limited(chosen);
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = point ?? last;
    const next: Partial<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - PAGE,
      PageUp: from + PAGE,
      Home: 0,
      End: last,
    };
    const to = next[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(limited(to));
  };
  return {
    point,
    /** For the element over the chart. */
    handle: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': point ?? last,
      'aria-valuetext': textOf(point ?? last),
      onKeyDown,
      onFocus: () => setChosen((now) => now ?? last),
      onBlur: () => setChosen(null),
      onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        if (width > 0) setChosen(limited(pointAt((clientX - left) / width)));
      },
      onPointerLeave: () => setChosen(null),
    },
  };
}
