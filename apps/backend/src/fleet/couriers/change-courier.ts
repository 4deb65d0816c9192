import { type Courier, type CourierChanged, type CourierEdit } from '@despacho/contracts/dispatch';
import { type Updateable } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type CouriersTable } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lastChange } from '#platform/events/last-change.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { disconnectPhone } from '../phones/phones-repository.ts';
import { removeTracker } from '../positions/positions-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type Changing } from '../services.ts';
import { requireZones } from '../zones/zones-repository.ts';
import { deleteAbsences } from './absences-repository.ts';
import { courierEvent, type CourierRow, toCourier } from './courier-row.ts';
import { recordCourier } from './record-courier.ts';
import { countCouriers, requireCourier } from './couriers-repository.ts';
import { columnsOf } from './create-courier.ts';

/** Columns that are not part of a person's change. */
const OF_THE_ROW: readonly string[] = ['version', 'orders', 'weightGrams'];

/** @returns the columns that differ. Their values are personal data, so the trail has only their names. */
const changedFields = (before: CourierRow, after: CourierRow): string[] =>
  (Object.keys(after) as (keyof CourierRow)[]).filter(
    (field) => !OF_THE_ROW.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

/** @throws Refusal if the courier may not be changed. */
type Guard = (trx: Database, courier: Pick<CourierRow, 'id' | 'name'>) => Promise<void>;

async function change(
  { db, clock, feed }: Changing,
  dispatcher: Dispatcher,
  {
    id,
    version,
    what,
    isPresent = false,
    guard,
  }: {
    id: number;
    version: number;
    what: CourierChanged['what'];
    isPresent?: boolean;
    guard?: Guard | undefined;
  },
  changesOf: (row: CourierRow) => Updateable<CouriersTable>,
): Promise<Courier> {
  const { companyId, officeId } = dispatcher;
  const today = officeDay(clock(), dispatcher);
  const changed = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const before = await requireCourier(trx, dispatcher, id);
    if (before.version !== version) {
      const changed = await lastChange(trx, officeId, 'courier.changed', id);
      throw conflict(`Otra persona cambió los datos de ${before.name}; vuelva a mirarlos`, changed);
    }
    await guard?.(trx, before);
    const changes = changesOf(before);
    const retires = changes.state === 'retirado';
    if (changes.state !== undefined && retires !== (before.state === 'retirado'))
      requireRoom(retires ? 'retired couriers' : 'couriers', await countCouriers(trx, dispatcher, retires));
    await requireZones(trx, dispatcher, changes.zone_ids ?? [], before.zone_ids);
    await trx
      .updateTable('couriers')
      .set({ ...changes, version: version + 1 })
      .where(inOffice(dispatcher))
      .where('id', '=', id)
      .execute();
    if (what === 'retirado') {
      await disconnectPhone(trx, dispatcher, id, clock());
      await removeTracker(trx, dispatcher, id);
      await deleteAbsences(trx, dispatcher, id, { from: today });
    }
    if (isPresent) await deleteAbsences(trx, dispatcher, id, { from: today, to: today });
    const after = await requireCourier(trx, dispatcher, id, { day: today, today });
    await appendEvent(trx, companyId, courierEvent(after, what, dispatcher, clock()));
    const kind = what === 'retirado' ? 'courier.retired' : 'courier.edited';
    await recordCourier(trx, dispatcher, kind, id, { fields: changedFields(before, after) });
    return after;
  });
  feed.nudge(officeId);
  return toCourier(changed);
}

/**
 * Edits a courier, including availability. Setting a state reactivates a retired courier, and «activo» also ends an
 * absence of today.
 * @throws Refusal conflict if someone changed it since.
 */
export const editCourier = (
  services: Changing,
  dispatcher: Dispatcher,
  id: number,
  edit: CourierEdit,
): Promise<Courier> =>
  change(
    services,
    dispatcher,
    { id, version: edit.version, what: 'editado', isPresent: edit.changes.state === 'activo' },
    (row) => {
      const { state = row.state, ...fields } = edit.changes;
      return {
        ...columnsOf({ ...toCourier(row), ...definedFields(fields) }),
        state,
        ...(state !== 'retirado' && { retired_at: null }),
      };
    },
  );

/**
 * Retires a courier, disconnects the phone and its tracker, and ends absences.
 * @param guard a further check in the same transaction, for example of money, which this group cannot read.
 * @throws Refusal conflict if the courier still has orders; what `guard` throws.
 */
export function retireCourier(
  services: Changing,
  dispatcher: Dispatcher,
  id: number,
  version: number,
  guard?: Guard,
): Promise<Courier> {
  return change(services, dispatcher, { id, version, what: 'retirado', guard }, (row) => {
    if (row.orders > 0)
      throw conflict(`${row.name} todavía tiene carga (órdenes: ${row.orders}); pásela antes a otro repartidor`);
    return { state: 'retirado', retired_at: services.clock() };
  });
}
