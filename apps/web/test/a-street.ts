import { type PlaceCandidate, type WaitingAddress, type WaitingPlaces } from '@despacho/contracts/dispatch';

const candidate = (lat: number, radius: number): PlaceCandidate => ({
  lat,
  lng: -77.03,
  exactness: { degree: 'calle', source: 'interpolada', radius },
});

/** @returns an address of «Por ubicar» with two candidates; `order` is also the number of its door. */
export const anAddress = (order: string, changes: Partial<WaitingAddress> = {}): WaitingAddress => ({
  order,
  address: `Av. Larco ${order}`,
  ubigeo: '150122',
  orders: 2,
  place: candidate(-12.12, 500),
  candidates: [candidate(-12.12, 500), candidate(-12.13, 400)],
  claim: null,
  ...changes,
});

/** @returns a street with these addresses. */
export const aStreet = (
  addresses: WaitingAddress[] = [anAddress('1'), anAddress('2')],
): WaitingPlaces['streets'][number] => ({
  street: 'Av. Larco',
  ubigeo: '150122',
  addresses,
});
