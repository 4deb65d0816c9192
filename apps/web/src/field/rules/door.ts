import { metersBetween } from '@despacho/contracts/dispatch';
import { fold } from '#shared/fields/fold.ts';
import { type Stop } from '../offline/types.ts';
import { isOpen } from './stop-texts.ts';

/** Two points of one building. */
const CLOSE_METERS = 60;

const doorOf = ({ place, recipient }: Stop): string =>
  fold([place.address, place.district, recipient.name].join(' | '));

/** @returns the other open stops of the same address and recipient, close together: one visit delivers all of them. */
export const othersAtDoor = (stop: Stop, stops: readonly Stop[]): Stop[] =>
  stops.filter(
    (other) =>
      other.id !== stop.id &&
      isOpen(other) &&
      doorOf(other) === doorOf(stop) &&
      metersBetween(other.place, stop.place) <= CLOSE_METERS,
  );
