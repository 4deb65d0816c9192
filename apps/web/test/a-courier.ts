import {
  type Courier,
  type CourierSettings,
  DEFAULT_FAR,
  DEFAULT_SILENCE,
  standardRules,
} from '@despacho/contracts/dispatch';

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

/** @returns settings of an office as the service sends them. */
export const someSettings = (changes: Partial<CourierSettings> = {}): CourierSettings => ({
  version: 1,
  cashLimit: null,
  expenseLimit: 3000,
  surplusLimit: 10_000,
  delivered: ['entrega'],
  failed: [],
  phone: null,
  message: null,
  attention: standardRules(),
  far: DEFAULT_FAR,
  silence: DEFAULT_SILENCE,
  arrivalRadius: 100,
  startingPoint: null,
  objective: 'fewest-late',
  doorMinutes: 5,
  routeEnd: 'free',
  company: 'Despachos del Pacífico S.A.C.',
  changed: null,
  ...changes,
});
