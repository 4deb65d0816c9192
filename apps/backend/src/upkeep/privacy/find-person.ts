import { type OrderState } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Receiver } from '#platform/database/schema.ts';
import { codeKey, nameKey, phoneKey, plain } from '@despacho/contracts';
import { formerFold } from '#platform/former-forms.ts';
import { viewsOf } from '#orders/views/views-repository.ts';
import { EVENTS, findWritten, type Mentions, scan, type Written } from './written-texts.ts';

/** The person whose data is removed: exactly one field is set. */
export type Identity = { document: string } | { phone: string } | { name: string };

/** Where a person's data is, in one office. */
export interface PersonalData {
  /** Closed orders for this recipient. */
  orders: number[];
  /** Orders for this recipient that are still to be delivered or returned; they are not erased. */
  openOrders: number[];
  /** Orders that named this recipient earlier and now name another one. */
  formerOrders: number[];
  /** Photos and signatures received by this person, in other orders. */
  photos: number[];
  /** Visits of which this person was the receiver, in other orders. */
  visits: number[];
  /** Couriers who are retired. */
  couriers: number[];
  /** Couriers who still work here; they are not erased. */
  activeCouriers: number[];
  /** Saved views that search for this person, or are named after them. */
  views: { id: number; name: string }[];
  /** The names of the person in these rows. */
  names: string[];
  /** What staff and couriers wrote about the person. */
  written: Written;
  mentions: Mentions;
}

/** Final states: these orders do not change any more. */
const CLOSED: readonly OrderState[] = ['entregada', 'devuelta', 'anulada'];

type Named = Partial<Record<'document' | 'phone' | 'name', string | null>>;

/** The compared parts of an identity: names without case and accents, telephones without prefix. */
const KEYS = { document: codeKey, phone: phoneKey, name: nameKey };

/** @returns whether a row is about the person. */
function matcherOf(identity: Identity): (row: Named) => boolean {
  const given: Named = identity;
  const [field = 'name'] = (['document', 'phone', 'name'] as const).filter((each) => each in identity);
  const key = KEYS[field](given[field] ?? '');
  return (row) => KEYS[field](row[field] ?? '') === key;
}

/** Last digits of a telephone, which its searched text contains in every spelling. */
const LAST_DIGITS = 7;

/**
 * Orders whose searched text may contain the name or telephone. It is searched for each word of the name, because texts
 * contain names as written; and for the whole name in its former form, for texts that are not renewed yet.
 */
async function findOrders(db: Database, office: OfficeKey, identity: Identity) {
  if ('document' in identity) return [];
  const contains = (text: string) => sql<boolean>`order_search.text like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
  const texts =
    'phone' in identity ? [phoneKey(identity.phone).slice(-LAST_DIGITS)] : nameKey(identity.name).split(' ');
  const former = 'phone' in identity ? [] : [contains(formerFold(identity.name))];
  return db
    .selectFrom('order_search')
    .innerJoin('orders', (join) =>
      join.onRef('orders.id', '=', 'order_search.order_id').onRef('orders.office_id', '=', 'order_search.office_id'),
    )
    .select(['orders.id', 'orders.state', 'orders.recipient as name', 'orders.phone'])
    .where(inOffice(office, 'order_search'))
    .where((eb) => eb.or([eb.and(texts.map(contains)), ...former]))
    .execute();
}

/** Former recipients of orders, from the office's log; without the order's id if an event names none. */
const formerRecipients = (db: Database, office: OfficeKey) =>
  scan<{ id: number | null; name: string | null; phone: string | null }>(
    db,
    office,
    EVENTS,
    sql`case when data -> 'before' ?| array['recipient', 'phone'] then order_id end as id,
      data -> 'before' ->> 'recipient' as name, data -> 'before' ->> 'phone' as phone`,
  );

/** Tables that name receivers. */
const RECEIVED = ['evidence', 'field_visits'] as const;
type Received = (typeof RECEIVED)[number];

/** Everybody who received an order. */
const receivers = (db: Database, office: OfficeKey, table: Received) =>
  scan<{ orderId: number; receiver: Receiver }>(
    db,
    office,
    [table, 'id'],
    sql`order_id as "orderId", receiver`,
    sql`receiver is not null`,
  );

/**
 * @returns whether a text written by a user is about the person: it has the telephone, or two words of one of the names.
 * A family name alone is shared by too many.
 */
function mentionsOf(identity: Identity, names: readonly string[]): Mentions {
  const phone = 'phone' in identity ? phoneKey(identity.phone).slice(-9) : undefined;
  const wordsOf = (text: string): string[] => [...new Set(plain(text).split(' '))];
  const all = [...names, ...('name' in identity ? [identity.name] : [])].map(wordsOf);
  return (text) => {
    if (phone !== undefined && text.replace(/\D/g, '').includes(phone)) return true;
    const words = new Set(wordsOf(text));
    return all.some((name) => name.filter((word) => words.has(word)).length >= Math.min(2, name.length));
  };
}

/**
 * Finds a person among the recipients of an office's orders, those who received them, and the office's couriers. Only
 * receivers have a document; their orders count if the recipient has the same name.
 */
export async function findPerson(db: Database, office: OfficeKey, identity: Identity): Promise<PersonalData> {
  const isPerson = matcherOf(identity);
  const names = new Set<string>();
  const add = (name: string | null | undefined): void => {
    if (name) names.add(name.trim());
  };
  const received: { table: Received; id: number; orderId: number; name: string }[] = [];
  for (const table of RECEIVED)
    for await (const { key: id, orderId, receiver } of receivers(db, office, table))
      if (isPerson(receiver)) received.push({ table, id, orderId, name: receiver.name });
  const orders = new Map<number, OrderState>();
  for (const { id, state, name, phone } of await findOrders(db, office, identity)) {
    if (!isPerson({ name, phone })) continue;
    orders.set(id, state);
    add(name);
  }
  const ofReceived = [...new Set(received.map(({ orderId }) => orderId))];
  const sameName = await db
    .selectFrom('orders')
    .select(['id', 'state', 'recipient'])
    .where(inOffice(office))
    .where(sql<boolean>`id = any(${ofReceived}::bigint[])`)
    .execute();
  const recipients = new Map(sameName.map((order) => [order.id, order]));
  for (const { orderId, name } of received) {
    add(name);
    const order = recipients.get(orderId);
    if (order && nameKey(order.recipient) === nameKey(name)) orders.set(orderId, order.state);
  }
  const former = new Set<number>();
  for await (const { id, name, phone } of formerRecipients(db, office)) {
    if (id === null || !isPerson({ name, phone }) || orders.has(id)) continue;
    former.add(id);
    add(name);
  }
  const couriers = await db
    .selectFrom('couriers')
    .select(['id', 'name', 'phone', 'state'])
    .where(inOffice(office))
    .orderBy('id')
    .execute();
  const persons = couriers.filter(isPerson);
  for (const { name } of persons) add(name);
  const mentions = mentionsOf(identity, [...names]);
  const views = await viewsOf(db, office).orderBy('id').execute();
  const whoAre = (isRetired: boolean) =>
    persons.filter(({ state }) => (state === 'retirado') === isRetired).map(({ id }) => id);
  const ofState = (isClosed: boolean) =>
    [...orders].filter(([, state]) => CLOSED.includes(state) === isClosed).map(([id]) => id);
  const [closed, open] = [ofState(true), ofState(false)];
  const written = await findWritten(db, office, mentions, new Set(open));
  const elsewhere = (table: Received) =>
    received.filter((each) => each.table === table && !closed.includes(each.orderId)).map(({ id }) => id);
  return {
    orders: closed,
    openOrders: open,
    formerOrders: [...former],
    photos: elsewhere('evidence'),
    visits: elsewhere('field_visits'),
    couriers: whoAre(true),
    activeCouriers: whoAre(false),
    views: views.flatMap(({ id, name, filter }) => ([name, filter.buscar ?? ''].some(mentions) ? { id, name } : [])),
    names: [...names].toSorted((one, other) => one.localeCompare(other, 'es')),
    written,
    mentions,
  };
}
