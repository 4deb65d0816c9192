import { MAP_PAGE, type OrderFilter, type OrderMap, writePageCursor } from '@despacho/contracts/dispatch';
import { readColumns } from '#platform/database/packed-rows.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { type OrderServices } from '../services.ts';
import { pageQuery, timeOfPage } from './list-orders.ts';
import { courierOf, exactnessOfRow, PLACE_COLUMNS, type PlaceRow, windowOf } from './order-row.ts';

const SORT = 'vence';

const COLUMNS = [
  'id',
  'code',
  'version',
  'state',
  'recipient',
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'place_degree',
  'place_source',
  'place_radius',
  'date',
  'window_from',
  'window_to',
  'due_at',
  'weight_grams',
  'courier_id',
  'sequence',
  'sequence_day',
] as const;

/** Decimal places of a coordinate on the map: one metre. */
const DECIMALS = 5;

const onMap = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** @returns the meters within which the order at an index of the columns is. */
const radiusAt = (read: { [Column in keyof PlaceRow]: readonly PlaceRow[Column][] }, at: number): number => {
  const row = Object.fromEntries(PLACE_COLUMNS.map((column) => [column, read[column][at]]));
  return exactnessOfRow(row as unknown as PlaceRow).radius;
};

/** Most orders of a map are due at the same few times. */
function memoized<Result>(convert: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const found = known.get(text) ?? convert(text);
    known.set(text, found);
    return found;
  };
}

/**
 * @param moment as in `listOrders`.
 * @returns a page of what a map shows of the office's orders, by due time.
 */
export async function mapOrders(
  services: OrderServices,
  dispatcher: Dispatcher,
  { filter, cursor, moment }: { filter: OrderFilter; cursor: string | undefined; moment?: string | undefined },
): Promise<OrderMap> {
  const { db } = services;
  const { at: now, past } = await timeOfPage(services, dispatcher, filter, moment);
  const query = pageQuery(db, dispatcher, { filter, sort: SORT, size: MAP_PAGE, cursor, past }, now)
    .clearSelect()
    .select(COLUMNS.map((column) => `orders.${column}` as const))
    .select('couriers.name as courier_name');
  const read = await readColumns(db, query, [...COLUMNS, 'courier_name']);
  const hasNext = read.id.length > MAP_PAGE;
  if (hasNext) for (const values of Object.values(read)) values.length = MAP_PAGE;
  const dueAt = read.due_at.map(memoized((at: string) => new Date(at).toISOString()));
  const couriers = read.courier_id.map((courier_id, at) =>
    courierOf({ courier_id, courier_name: read.courier_name[at] ?? null }),
  );
  const sequenceDay = read.sequence_day.map((day, at) => (day !== null && day > (read.date[at] ?? '') ? day : null));
  const last = { id: read.id.at(-1), dueAt: dueAt.at(-1) };
  return {
    id: read.id.map(String),
    code: read.code,
    version: read.version,
    state: read.state,
    recipient: read.recipient,
    ubigeo: read.ubigeo,
    lat: read.lat.map(onMap),
    lng: read.lng.map(onMap),
    approximate: read.approximate,
    radius: read.id.map((_, at) => radiusAt(read, at)),
    date: read.date,
    window: read.window_from.map((window_from, at) => windowOf({ window_from, window_to: read.window_to[at] ?? null })),
    dueAt,
    weightGrams: read.weight_grams,
    courierId: couriers.map((courier) => courier?.id ?? null),
    sequence: read.sequence,
    ...(sequenceDay.some((day) => day !== null) && { sequenceDay }),
    couriers: [...new Map(couriers.flatMap((courier) => (courier ? [[courier.id, courier]] : []))).values()],
    next:
      hasNext && last.id !== undefined && last.dueAt !== undefined
        ? writePageCursor([SORT, last.dueAt, last.id])
        : null,
  };
}
