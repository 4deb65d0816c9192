import { type RoutePin } from './route-map.ts';
import { isLate, isOpen } from '../rules/stop-texts.ts';
import { type NumberedStop } from '../rules/route-order.ts';
import { type Stop } from '../offline/types.ts';

/** A pin and its stops in the order of the route. */
export interface StopsPin extends RoutePin {
  stops: readonly NumberedStop[];
}

/** Stops within a metre are at one place. */
const placeOf = ({ place: { lat, lng } }: Stop): string => `${lat.toFixed(5)} ${lng.toFixed(5)}`;

function toneOf(stops: readonly Stop[], nextId: string | undefined, now: number): RoutePin['tone'] {
  if (stops.some(({ id }) => id === nextId)) return 'next';
  const open = stops.filter((stop) => isOpen(stop) && !stop.notLoaded);
  if (open.length === 0) return 'closed';
  return open.some((stop) => isLate(stop, now)) ? 'late' : 'open';
}

/**
 * @param stops in the order of the route, which numbers them.
 * @param nextId of the stop to visit next.
 * @param now in epoch milliseconds.
 * @returns a pin for each place, in the order of the route; those of closed stops come last.
 */
export function pinsOf(stops: readonly Stop[], nextId: string | undefined, now: number): StopsPin[] {
  const numbered = stops.map((stop, index): NumberedStop => ({ stop, number: index + 1 }));
  const open = numbered.filter(({ stop }) => isOpen(stop));
  const places = new Map<string, NumberedStop[]>();
  for (const each of [...open, ...numbered.filter(({ stop }) => !isOpen(stop))])
    places.set(placeOf(each.stop), [...(places.get(placeOf(each.stop)) ?? []), each]);
  return [...places.values()].flatMap((all): StopsPin[] => {
    const [first] = all;
    if (!first) return [];
    const left = all.filter(({ stop }) => isOpen(stop));
    const more = Math.max(0, left.length - 1);
    const { lat, lng, approximate } = first.stop.place;
    return [
      {
        at: { lat, lng },
        label: `${first.number}${more > 0 ? `+${more}` : ''}`,
        tone: toneOf(
          all.map(({ stop }) => stop),
          nextId,
          now,
        ),
        approximate,
        stops: all,
      },
    ];
  });
}
