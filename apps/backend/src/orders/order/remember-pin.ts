import { exactAs, type Point } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { doorKeyOf, doorKeysOf } from '../places/door-of.ts';
import { rememberDoors } from '../places/known-doors.ts';
import { type Destination } from '../places/place-key.ts';
import { rememberPlaces } from '../places/places-repository.ts';
import { addDisputed } from '../places/waiting-orders.ts';
import { moveOrders } from './move-orders.ts';
import { openOrdersAt } from './orders-repository.ts';

/**
 * A person says where the door of an order is, which replaces what was known; other open orders of the door that were
 * «Por ubicar» move there. The caller holds the lock on the office's row.
 */
export async function rememberPin(
  trx: Database,
  dispatcher: Dispatcher,
  place: Destination & Point,
  now: Date,
): Promise<void> {
  await rememberPlaces(trx, dispatcher, [place], { by: 'pin', now });
  await rememberDoors(trx, dispatcher, [place], { ...exactAs('puerta', 'persona'), now });
  await addDisputed(trx, dispatcher, doorKeysOf(place), now);
  const door = doorKeyOf(place);
  const others = door === null ? [] : await openOrdersAt(trx, dispatcher, door);
  const contested = others.filter(({ place_contested }) => place_contested);
  await moveOrders(trx, dispatcher, contested, { point: { lat: place.lat, lng: place.lng }, now });
}
