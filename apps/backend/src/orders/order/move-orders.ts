import { randomUUID } from 'node:crypto';
import { exactAs, type Exactness, placeFields, type Point } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { fieldsOf, type OrderRow } from './order-row.ts';
import { differing, writeChanges } from './write-changes.ts';

/**
 * Moves orders of one address to where it is known to be, in one batch of events. The caller holds the lock on the
 * office's row.
 * @param known how exactly, and from what: a person's pin without it.
 * @returns how many were elsewhere, or less certain.
 */
export async function moveOrders(
  trx: Database,
  dispatcher: Dispatcher,
  orders: readonly OrderRow[],
  { point: { lat, lng }, now, known = exactAs('puerta', 'persona') }: { point: Point; now: Date; known?: Exactness },
): Promise<number> {
  const place = { lat, lng, ...placeFields(known) };
  const changes = orders.flatMap((row) => {
    const fields = fieldsOf(row);
    const patch = differing(fields, place);
    return Object.keys(patch).length > 0 ? [{ row, fields, patch, what: 'ubicada' as const }] : [];
  });
  await writeChanges(trx, dispatcher, { id: randomUUID(), now }, changes);
  return changes.length;
}
