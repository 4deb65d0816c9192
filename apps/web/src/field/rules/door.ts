import { metersBetween } from '@despacho/contracts/dispatch';
import { fold } from '#shared/fields/fold.ts';
import { type Stop } from '../offline/types.ts';
import { isOpen, packagesText } from './stop-texts.ts';

/** Two points of one building. */
const CLOSE_METERS = 60;

/** A parcel that stayed behind cannot be delivered with the others. */
const doorOf = ({ place, recipient, notLoaded }: Stop): string =>
  fold([place.address, place.district, recipient.name, Boolean(notLoaded)].join(' | '));

/**
 * Groups open stops of the same address and recipient, close together: one visit delivers all of them.
 * @returns the stops of each stop's door, itself included, in the given order, by its id.
 */
export function doorsOf(stops: readonly Stop[]): ReadonlyMap<string, readonly Stop[]> {
  const byName = new Map<string, Stop[][]>();
  const byId = new Map<string, Stop[]>();
  for (const stop of stops.filter(isOpen)) {
    const name = doorOf(stop);
    const alike = byName.get(name) ?? [];
    let door = alike.find(([first]) => first && metersBetween(first.place, stop.place) <= CLOSE_METERS);
    if (!door) byName.set(name, [...alike, (door = [])]);
    door.push(stop);
    byId.set(stop.id, door);
  }
  return byId;
}

/** @returns the other stops of an open stop's door. It may have left the route. */
export const othersAtDoor = (stop: Stop, stops: readonly Stop[]): readonly Stop[] =>
  doorsOf([stop, ...stops.filter(({ id }) => id !== stop.id)])
    .get(stop.id)
    ?.slice(1) ?? [];

/** The parcels and the amounts of a door. */
export interface DoorTotals extends Pick<Stop, 'packages' | 'collectDue'> {
  orders: number;
}

/** @returns the sums of several stops; nothing to collect is null. */
export const totalsOf = (stops: readonly Stop[]): DoorTotals => ({
  orders: stops.length,
  packages: stops.reduce((sum, { packages }) => sum + packages, 0),
  collectDue: stops.every(({ collectDue }) => collectDue === null)
    ? null
    : stops.reduce((sum, { collectDue }) => sum + (collectDue ?? 0), 0),
});

/** @returns «3 paquetes en 2 órdenes». */
export const parcelsText = ({ packages, orders }: DoorTotals): string =>
  [packagesText({ packages }), orders > 1 && `en ${orders} órdenes`].filter(Boolean).join(' ');
