import { type Order, type OrderMap } from '@despacho/contracts/dispatch';
import { type MappedOrder } from '#shared/map/orders/order-mark.ts';

/** The fields of an order on a map. A complete order also fits: changed orders are put into a map as such. */
export interface MapOrder
  extends MappedOrder, Pick<Order, 'version' | 'date' | 'window' | 'weightGrams' | 'sequence' | 'sequenceDay'> {}

/** @throws TypeError if the columns differ in length. */
export function mapOrdersOf(columns: OrderMap): MapOrder[] {
  const named = new Map(columns.couriers.map((courier) => [courier.id, courier]));
  const at = <T>(column: readonly T[], index: number): T => {
    if (column.length !== columns.id.length) throw new TypeError('Columns of different lengths');
    return column[index] as T;
  };
  return columns.id.map((id, index) => {
    const sequenceDay = columns.sequenceDay && at(columns.sequenceDay, index);
    const courierId = at(columns.courierId, index);
    return {
      id,
      code: at(columns.code, index),
      version: at(columns.version, index),
      state: at(columns.state, index),
      recipient: { name: at(columns.recipient, index) },
      place: {
        ubigeo: at(columns.ubigeo, index),
        lat: at(columns.lat, index),
        lng: at(columns.lng, index),
        approximate: at(columns.approximate, index),
      },
      date: at(columns.date, index),
      window: at(columns.window, index),
      dueAt: at(columns.dueAt, index),
      weightGrams: at(columns.weightGrams, index),
      courier: courierId === null ? null : (named.get(courierId) ?? { id: courierId, name: '' }),
      sequence: at(columns.sequence, index),
      ...(sequenceDay && { sequenceDay }),
    };
  });
}
