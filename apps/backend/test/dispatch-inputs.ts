import { type ClientInput, type CourierInput, type OrderInput, type ZoneInput } from '@despacho/contracts/dispatch';

export const orderInput = (changes: Partial<OrderInput> = {}): OrderInput => ({
  client: { id: 'c1', name: 'Bodega Ñandú', phone: '+51 1 444 5566' },
  recipient: { name: 'José Peña', phone: '+51 987 654 321' },
  place: { address: 'Av. Larco 345', reference: 'Puerta verde', ubigeo: '150122', point: null },
  date: '2026-11-20',
  window: null,
  packages: 1,
  weightGrams: 1500,
  clientReference: null,
  guide: null,
  note: null,
  collectDue: null,
  priority: 'normal',
  ...changes,
});

export const courierInput = (changes: Partial<CourierInput> = {}): CourierInput => ({
  name: 'Pedro Rojas',
  phone: '+51 912 345 678',
  vehicle: 'moto',
  plate: '1234-AB',
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 60_000,
  ...changes,
});

export const clientInput = (changes: Partial<ClientInput> = {}): ClientInput => ({
  code: null,
  name: 'Botica Nueva',
  taxId: null,
  contacts: [],
  addresses: [],
  terms: null,
  ...changes,
});

/** A square of Miraflores, with the address of `LARCO`. */
export const zoneInput = (changes: Partial<ZoneInput> = {}): ZoneInput => ({
  name: 'Miraflores centro',
  color: 'azul',
  corners: [
    [-12.13, -77.04],
    [-12.13, -77.02],
    [-12.11, -77.02],
    [-12.11, -77.04],
  ],
  ...changes,
});
