import { type OrderCreation } from '@despacho/contracts/dispatch';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { placeOrders } from '../places/place-orders.ts';
import { addWaiting } from '../places/waiting-orders.ts';
import { type Services } from '../services.ts';
import { type Batch } from './batch.ts';
import { insertOrders, type NewOrder } from './insert-orders.ts';

/**
 * Inserts new orders, those without coordinates at the place known for their address. For others the geocoder, if there
 * is one, is called later.
 * @returns their ids and codes, in the given order.
 */
export async function insertPlaced(
  trx: Database,
  { config }: Pick<Services, 'config'>,
  dispatcher: Dispatcher,
  batch: Batch,
  orders: readonly NewOrder[],
  what?: OrderCreation,
): Promise<{ id: number; code: string }[]> {
  const placed = await placeOrders(trx, dispatcher, orders, batch.now);
  const inserted = await insertOrders(trx, dispatcher, batch, placed.map(({ fields }) => fields), what); // prettier-ignore
  const unknown = inserted.filter((_, index) => placed[index]?.isUnknown).map(({ id }) => id);
  if (config.geocoder) await addWaiting(trx, dispatcher, unknown, batch.now);
  return inserted;
}
