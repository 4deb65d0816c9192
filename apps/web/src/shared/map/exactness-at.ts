import { type Exactness, exactnessOf, type Order } from '@despacho/contracts/dispatch';
import { districtOf } from '../districts/districts.ts';

type Place = Pick<Order['place'], 'ubigeo' | 'lat' | 'lng' | 'approximate'>;

/** @returns how exactly a place is known. An earlier release of the service does not say: read as its stored rows are. */
export const exactnessAt = <Known>(place: Place & { exactness?: Known | undefined }): Known | Exactness =>
  place.exactness ??
  exactnessOf({ ...place, placeDegree: null, placeSource: null, placeRadius: null }, districtOf(place.ubigeo));
