import { type Courier, type CourierChanged, type CourierInput } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { type CouriersTable } from '#platform/database/schema.ts';

interface Load {
  orders: number;
  weightGrams: number;
}

export type CourierRow = Selectable<CouriersTable> & Load;

/** @returns the courier in the contract's form, with every field of the input, so that an edit changes no other. */
export const toCourier = (row: CourierRow): Courier & Required<CourierInput> => ({
  id: String(row.id),
  officeId: row.office_id,
  version: row.version,
  name: row.name,
  phone: row.phone,
  vehicle: row.vehicle,
  vehicleCategory: row.vehicle_category,
  plate: row.plate,
  zones: row.zones,
  zoneIds: row.zone_ids,
  shift: { from: row.shift_from, to: row.shift_to },
  capacityOrders: row.capacity_orders,
  capacityGrams: row.capacity_grams,
  state: row.state,
  retiredAt: row.retired_at?.toISOString() ?? null,
  load: { orders: row.orders, weightGrams: row.weightGrams },
});

/** @returns the event for a change of a courier. */
export const courierEvent = (
  row: Selectable<CouriersTable>,
  what: CourierChanged['what'],
  { username, user }: CourierChanged['actor'],
  now: Date,
  days?: CourierChanged['days'],
): CourierChanged => ({
  type: 'courier.changed',
  at: now.toISOString(),
  officeId: row.office_id,
  actor: { username, user },
  what,
  ...(days && { days }),
  courier: { id: String(row.id), name: row.name, version: row.version, state: row.state },
});
