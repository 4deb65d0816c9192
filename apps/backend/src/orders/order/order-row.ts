import { type Exactness, exactnessOf, type Order, type OrderFields } from '@despacho/contracts/dispatch';
import { type Selectable } from 'kysely';
import { type DateColumns } from '#platform/database/packed-rows.ts';
import { type OrdersView, type Schema } from '#platform/database/schema.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { instantOf } from '#platform/dispatch/zoned-time.ts';

/** A row of orders with the name of its courier. */
export type OrderRow = Selectable<OrdersView> & { courier_name: string | null };

export const ORDER_DATES: DateColumns<OrderRow> = {
  due_at: true,
  created_at: true,
  changed_at: true,
  closed_at: true,
  promised_from: true,
  promised_to: true,
  place_at: true,
};

const text = (id: number | null): string | null => (id === null ? null : String(id));

/** The columns that dispatch operations read. For a thousand orders, reading all columns would take twice as long. */
export const DISPATCH_COLUMNS = [
  'id',
  'code',
  'version',
  'state',
  'attempt',
  'courier_id',
  'sequence',
  'sequence_day',
  'pinned',
  'reason',
  'wanted',
  'collect_due',
  'payments',
  'difference',
  'closed_at',
  'visit_day',
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'date',
  'window_from',
  'window_to',
  'changed_at',
  'changed_username',
  'changed_user',
  'changed_what',
] as const satisfies readonly (keyof OrdersView)[];

export type DispatchRow = Pick<OrderRow, (typeof DISPATCH_COLUMNS)[number] | 'courier_name'>;

/** The fields that dispatch operations change, and those that the due time depends on. */
export const dispatchFieldsOf = (row: Omit<DispatchRow, 'courier_name'>) =>
  ({
    state: row.state,
    attempt: row.attempt,
    courierId: text(row.courier_id),
    sequence: row.sequence,
    sequenceDay: row.sequence_day,
    pinned: row.pinned,
    reason: row.reason,
    wanted: row.wanted,
    payments: row.payments,
    difference: row.difference,
    closedAt: row.closed_at?.toISOString() ?? null,
    visitDay: row.visit_day,
    date: row.date,
    windowTo: row.window_to,
  }) satisfies Partial<OrderFields>;

export type DispatchFields = ReturnType<typeof dispatchFieldsOf>;

/** The column of each field, with its SQL type. */
export type Columns<Field extends string = string, Column extends string = string> = Readonly<
  Record<Field, readonly [column: Column, type: string]>
>;

type ProgressField =
  | 'state'
  | 'attempt'
  | 'courierId'
  | 'sequence'
  | 'sequenceDay'
  | 'pinned'
  | 'reason'
  | 'wanted'
  | 'payments'
  | 'difference'
  | 'closedAt'
  | 'visitDay';

/** Columns written by dispatch operations. */
export const PROGRESS_COLUMNS: Columns<ProgressField, keyof Schema['order_progress']> = {
  state: ['state', 'text'],
  attempt: ['attempt', 'integer'],
  courierId: ['courier_id', 'bigint'],
  sequence: ['sequence', 'integer'],
  sequenceDay: ['sequence_day', 'text'],
  pinned: ['pinned', 'boolean'],
  reason: ['reason', 'text'],
  wanted: ['wanted', 'text'],
  payments: ['payments', 'jsonb'],
  difference: ['difference', 'text'],
  closedAt: ['closed_at', 'timestamptz'],
  visitDay: ['visit_day', 'text'],
};

/** Columns written by edits. */
export const DETAIL_COLUMNS: Columns<
  Exclude<keyof OrderFields, ProgressField>,
  keyof OrdersView & keyof Schema['order_details']
> = {
  collectDue: ['collect_due', 'integer'],
  clientId: ['client_id', 'text'],
  clientName: ['client_name', 'text'],
  clientPhone: ['client_phone', 'text'],
  recipient: ['recipient', 'text'],
  phone: ['phone', 'text'],
  address: ['address', 'text'],
  reference: ['reference', 'text'],
  ubigeo: ['ubigeo', 'text'],
  lat: ['lat', 'double precision'],
  lng: ['lng', 'double precision'],
  approximate: ['approximate', 'boolean'],
  placeDegree: ['place_degree', 'text'],
  placeSource: ['place_source', 'text'],
  placeRadius: ['place_radius', 'integer'],
  placeContested: ['place_contested', 'boolean'],
  date: ['date', 'text'],
  windowFrom: ['window_from', 'text'],
  windowTo: ['window_to', 'text'],
  packages: ['packages', 'integer'],
  weightGrams: ['weight_grams', 'integer'],
  clientReference: ['client_reference', 'text'],
  guide: ['guide', 'text'],
  note: ['note', 'text'],
  priority: ['priority', 'text'],
};

/** All fields of an order that can change, as in events. */
export function fieldsOf(row: Selectable<OrdersView>): OrderFields {
  const details = Object.entries(DETAIL_COLUMNS).map(([field, [column]]) => [field, row[column]]);
  return {
    ...dispatchFieldsOf(row),
    ...(Object.fromEntries(details) as Pick<OrderFields, keyof typeof DETAIL_COLUMNS>),
  };
}

/** @returns what `compareStops` needs of a row. */
export const numberOf = ({ date, sequence, sequence_day }: Pick<OrderRow, 'date' | 'sequence' | 'sequence_day'>) => ({
  date,
  sequence,
  sequenceDay: sequence_day,
});

/** @returns a courier with the name that a query has looked up. */
export const courierOf = ({
  courier_id,
  courier_name,
}: Pick<OrderRow, 'courier_id' | 'courier_name'>): Order['courier'] =>
  courier_id === null ? null : { id: String(courier_id), name: courier_name ?? '' };

export const windowOf = ({ window_from, window_to }: Pick<OrderRow, 'window_from' | 'window_to'>): Order['window'] =>
  window_from !== null && window_to !== null ? { from: window_from, to: window_to } : null;

/** The columns that say where an order is, and how exactly that is known. */
export const PLACE_COLUMNS = [
  'ubigeo',
  'lat',
  'lng',
  'approximate',
  'place_degree',
  'place_source',
  'place_radius',
] as const satisfies readonly (keyof OrdersView)[];

export type PlaceRow = Pick<OrderRow, (typeof PLACE_COLUMNS)[number]>;

/** @returns how exactly the place of an order is known. */
export const exactnessOfRow = (row: PlaceRow): Exactness =>
  exactnessOf(
    { ...row, placeDegree: row.place_degree, placeSource: row.place_source, placeRadius: row.place_radius },
    DISTRICTS.of(row.ubigeo),
  );

/** Who changed it last, how, and when. */
export const changedOf = (row: DispatchRow): Order['changed'] => ({
  at: row.changed_at.toISOString(),
  by: { username: row.changed_username, user: row.changed_user },
  what: row.changed_what,
});

/** @returns the order in the contract's form. */
export const toOrder = (row: OrderRow): Order => ({
  id: String(row.id),
  code: row.code,
  officeId: row.office_id,
  version: row.version,
  state: row.state,
  attempt: row.attempt,
  client: { id: row.client_id, name: row.client_name, phone: row.client_phone },
  recipient: { name: row.recipient, phone: row.phone },
  place: {
    address: row.address,
    reference: row.reference,
    ubigeo: row.ubigeo,
    lat: row.lat,
    lng: row.lng,
    approximate: row.approximate,
    exactness: exactnessOfRow(row),
    ...(row.place_contested && { contested: true as const }),
  },
  date: row.date,
  window: windowOf(row),
  dueAt: row.due_at.toISOString(),
  packages: row.packages,
  weightGrams: row.weight_grams,
  clientReference: row.client_reference,
  guide: row.guide,
  note: row.note,
  collect:
    row.collect_due === null ? null : { due: row.collect_due, payments: row.payments, difference: row.difference },
  priority: row.priority,
  courier: courierOf(row),
  sequence: row.sequence,
  ...(row.sequence_day !== null && row.sequence_day > row.date && { sequenceDay: row.sequence_day }),
  ...(row.pinned && { pinned: true as const }),
  reason: row.reason,
  wanted: row.wanted,
  closedAt: row.closed_at?.toISOString() ?? null,
  visitDay: row.visit_day,
  evidence: row.evidence,
  createdAt: row.created_at.toISOString(),
  changed: changedOf(row),
});

/**
 * Whether a person who saw this version of an order may decide about it. The place that the system found since then is
 * no change they would decide differently about.
 */
export const isCurrent = (row: Pick<OrderRow, 'version' | 'changed_what'>, seen: number): boolean =>
  row.version === seen || (row.version === seen + 1 && row.changed_what === 'ubicada');

/** The columns of the window that an order promises. The first one of an order is kept. */
export const promiseOf = (
  { date, windowFrom, windowTo }: Pick<OrderFields, 'date' | 'windowFrom' | 'windowTo'>,
  timeZone: string,
) =>
  windowFrom === null || windowTo === null
    ? { promised_from: null, promised_to: null, promised_hour: null }
    : {
        promised_from: instantOf(date, windowFrom, timeZone),
        promised_to: instantOf(date, windowTo, timeZone),
        promised_hour: windowFrom.slice(0, 2),
      };

/** When an order is due: at the end of its window, otherwise of its day, in the office's zone. */
export const dueAt = ({ date, windowTo }: Pick<OrderFields, 'date' | 'windowTo'>, timeZone: string): Date =>
  instantOf(date, windowTo ?? '24:00', timeZone);
