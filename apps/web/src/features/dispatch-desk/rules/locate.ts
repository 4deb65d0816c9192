import { type PlaceCandidate, type WaitingAddress, type WaitingPlaces } from '@despacho/contracts/dispatch';
import { orderCount } from '#shared/format/order-count.ts';
import { type Intent } from './action.ts';

export type Point = Pick<PlaceCandidate, 'lat' | 'lng'>;

export type Street = WaitingPlaces['streets'][number];

/** The title has no number, because receipts are stored in the browser. */
export const locateIntent = ({ order, orders }: WaitingAddress, where: string, { lat, lng }: Point): Intent => ({
  title: `Ubicar ${where} (${orderCount(orders)})`,
  parts: [{ request: { id: 'places.answer', body: { order, point: { lat, lng } } } }],
  codes: new Map(),
});

/** @returns whether another person is locating an address. */
export const isTaken = ({ claim }: WaitingAddress): boolean => claim !== null && !claim.isOwn;

/**
 * @param done the order of the address that was answered.
 * @returns the address after it that nobody else is locating, or else the first one before it; undefined without any.
 */
export function nextAddress(addresses: readonly WaitingAddress[], done: string): WaitingAddress | undefined {
  const at = addresses.findIndex(({ order }) => order === done);
  const others = [...addresses.slice(at + 1), ...addresses.slice(0, Math.max(0, at))];
  return others.find((address) => !isTaken(address));
}
