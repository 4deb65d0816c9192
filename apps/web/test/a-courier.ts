import { type Courier } from '@despacho/contracts/dispatch';

/** @returns a courier as the service sends it. */
export const aCourier = (changes: Partial<Courier> = {}): Courier => ({
  id: '1',
  officeId: 'LIMA',
  version: 1,
  name: 'Hugo Paredes',
  phone: null,
  vehicle: 'moto',
  vehicleCategory: null,
  plate: null,
  zoneIds: [],
  zones: ['150122'],
  shift: { from: '08:00', to: '13:00' },
  capacityOrders: 3,
  capacityGrams: 10_000,
  state: 'activo',
  load: { orders: 2, weightGrams: 8_000 },
  ...changes,
});
