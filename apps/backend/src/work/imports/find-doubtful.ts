import { districtKey, type DoubtfulLine, type OrderInput } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type LineExtra } from './read-line.ts';
import { addressKey, nameKey, referenceKey } from '@despacho/contracts';

/** A valid line of a file. */
export interface NumberedInput {
  line: number;
  input: OrderInput;
  extra?: LineExtra;
}

/** What identifies a shipment, of an order or of a line. */
export interface Shipment {
  client: { id: string | null; name: string };
  recipient: string;
  address: string;
  ubigeo: string;
  date: string;
  collectDue: number | null;
  clientReference: string | null;
  guide: string | null;
}

type Like = { as: 'order'; id: string; code: string; movedTo?: string } | { as: 'line'; first: number };

/** Enough for every order of an office on the days of a file; the newest are compared. */
const MAX_COMPARED = 20_000;

const shipmentOf = ({ client, recipient, place, ...rest }: OrderInput): Shipment => ({
  ...rest,
  client,
  recipient: recipient.name,
  address: place.address,
  ubigeo: place.ubigeo,
});

/** A sender with an id can also be found among orders from before it became a client. */
const clientKeys = ({ id, name }: Shipment['client']): string[] => [
  ...(id === null ? [] : [`id ${id}`]),
  `name ${nameKey(name)}`,
];

/** The numbers that the client gave to a shipment. Two shipments with different ones are not the same. */
const numbersOf = ({ clientReference, guide }: Shipment): string[] => [
  ...(clientReference === null ? [] : [`reference ${referenceKey(clientReference)}`]),
  ...(guide === null ? [] : [`guide ${referenceKey(guide)}`]),
];

const TITLES: ReadonlySet<string> = new Set(['sr', 'sra', 'srta', 'srita', 'don', 'dona', 'dr', 'dra', 'ing', 'lic']);
const STREETS: ReadonlySet<string> = new Set(['avenida', 'jiron', 'calle', 'pasaje', 'prolongacion', 'carretera']);
const AREAS: ReadonlySet<string> = new Set(['peru', 'lima', 'callao', 'urbanizacion']);

/** @returns the words of a name in one order, without titles: «Sra. Paz Ríos, Rosa» as «Rosa Paz Ríos». */
const wordsOfName = (name: string): string[] => {
  const words = nameKey(name).split(' ');
  const own = words.filter((word) => !TITLES.has(word));
  return (own.length > 0 ? own : words).toSorted();
};

/**
 * @returns an address without the kind of its street and the district after it: «Puno 450, Breña» as «Jr. Puno 450».
 * Numbers stay: they distinguish two doors of a street.
 */
function doorOf(address: string, ubigeo: string): string {
  const key = addressKey(address);
  const district = districtKey(DISTRICTS.of(ubigeo)?.name ?? '');
  const words = key.split(' ').filter((word) => !STREETS.has(word));
  const text = ` ${words.join(' ')} `;
  const bare = district === '' ? text : text.replace(new RegExp(`(?<=\\d\\S* )${district}(?= )`), ' ');
  const left = bare.split(' ').filter((word) => word !== '' && !AREAS.has(word));
  return left.length > 0 ? left.join(' ') : key;
}

/** Maximum number of names compared one by one among otherwise equal shipments. */
const MAX_NAMES = 50;

/** @returns whether one name has all words of the other, and at least two: «Juan Pérez» and «Juan Pérez Soto». */
function isSameName(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length > 1 && short.every((word) => long.includes(word));
}

/** Shipments with the same client, recipient, address, date and amount, as people write them. */
interface Alike {
  first: Like;
  firstWithoutNumber?: Like;
  byNumber: Map<string, Like>;
}

/** Finds earlier shipments that resemble one, each in constant time. */
export class KnownShipments {
  /** By everything but the recipient, and by the words of the name. */
  readonly #doors = new Map<string, Map<string, { words: string[]; alike: Alike }>>();

  #keys({ client, address, ubigeo, date, collectDue }: Shipment): string[] {
    const door = doorOf(address, ubigeo);
    return clientKeys(client).map((key) => JSON.stringify([key, door, date, collectDue]));
  }

  add(shipment: Shipment, like: Like): void {
    const [key = ''] = this.#keys(shipment);
    const words = wordsOfName(shipment.recipient);
    const names = this.#doors.get(key) ?? new Map<string, { words: string[]; alike: Alike }>();
    this.#doors.set(key, names);
    const alike: Alike = names.get(words.join(' '))?.alike ?? { first: like, byNumber: new Map() };
    names.set(words.join(' '), { words, alike });
    const numbers = numbersOf(shipment);
    if (numbers.length === 0) alike.firstWithoutNumber ??= like;
    for (const number of numbers) if (!alike.byNumber.has(number)) alike.byNumber.set(number, like);
  }

  /** @returns the first shipment that this one may repeat. */
  find(shipment: Shipment): Like | undefined {
    const numbers = numbersOf(shipment);
    const words = wordsOfName(shipment.recipient);
    for (const key of this.#keys(shipment)) {
      const names = this.#doors.get(key);
      if (!names) continue;
      const exact = names.get(words.join(' '));
      const others = [...names.values()].slice(0, MAX_NAMES).filter((each) => isSameName(each.words, words));
      const found = this.#among(exact ? [exact, ...others] : others, numbers);
      if (found) return found;
    }
    return undefined;
  }

  #among(names: readonly { alike: Alike }[], numbers: readonly string[]): Like | undefined {
    for (const { alike } of names) {
      if (numbers.length === 0) return alike.first;
      const same = numbers.map((number) => alike.byNumber.get(number)).find(Boolean) ?? alike.firstWithoutNumber;
      if (same) return same;
    }
    return undefined;
  }
}

const WIDE_DIGITS = '０１２３４５６７８９';

/** `addressKey` keeps the digits of an address in their order, so that the database can select candidates by them. */
const digitsOf = (address: string): string =>
  address.replace(/[０-９]/g, (wide) => String(WIDE_DIGITS.indexOf(wide))).replace(/[^0-9]/g, '');

/**
 * Orders of the office, except cancelled ones, with a date, amount and house number of these lines. An order that was
 * moved is found by its first date too, and returned with it.
 */
export function ordersAlike(db: Database, office: OfficeKey, inputs: readonly OrderInput[]) {
  const candidates = new Map(
    inputs.map(({ date, collectDue, place }) => {
      const candidate = { date, due: collectDue ?? 0, digits: digitsOf(place.address) };
      return [JSON.stringify(candidate), candidate];
    }),
  );
  const wanted = JSON.stringify([...candidates.values()]);
  const dates = [...new Set(inputs.map(({ date }) => date))];
  const withDate = (date: 'details.date' | 'details.first_date') =>
    db
      .selectFrom('order_details as details')
      .innerJoin('order_progress as progress', (join) =>
        join.onRef('progress.office_id', '=', 'details.office_id').onRef('progress.order_id', '=', 'details.id'),
      )
      .select([
        'id',
        'code',
        'client_id',
        'client_name',
        'recipient',
        'address',
        'ubigeo',
        'collect_due',
        'client_reference',
      ])
      .select(['guide', sql<string>`${sql.ref(date)}`.as('date'), 'details.date as current'])
      .where(inOffice(office, 'details'))
      .where(sql<boolean>`${sql.ref(date)} = any(${dates}::text[])`)
      .where('state', '<>', 'anulada')
      .where(
        sql<boolean>`(${sql.ref(date)}, coalesce(collect_due, 0), regexp_replace(translate(address, ${sql.lit(WIDE_DIGITS)}, '0123456789'), '[^0-9]', '', 'g')) in (
          select date, due, digits from jsonb_to_recordset(${wanted}::jsonb) as wanted (date text, due integer, digits text))`,
      );
  return withDate('details.date').unionAll(withDate('details.first_date')).orderBy('id', 'desc').limit(MAX_COMPARED);
}

/**
 * @param lines in file order.
 * @returns the lines that resemble an order of the office or an earlier line, in file order. One query for all lines.
 */
export async function findDoubtful(
  db: Database,
  dispatcher: OfficeKey,
  lines: readonly NumberedInput[],
): Promise<DoubtfulLine[]> {
  if (lines.length === 0) return [];
  const known = new KnownShipments();
  const rows = await ordersAlike(
    db,
    dispatcher,
    lines.map(({ input }) => input),
  ).execute();
  for (const row of rows.toReversed())
    known.add(
      {
        client: { id: row.client_id, name: row.client_name },
        recipient: row.recipient,
        address: row.address,
        ubigeo: row.ubigeo,
        date: row.date,
        collectDue: row.collect_due,
        clientReference: row.client_reference,
        guide: row.guide,
      },
      { as: 'order', id: String(row.id), code: row.code, ...(row.current !== row.date && { movedTo: row.current }) },
    );
  const exported = await ordersOfCodes(db, dispatcher, lines);
  return lines.flatMap(({ line, input, extra }): DoubtfulLine[] => {
    const shipment = shipmentOf(input);
    const like = exported.get(extra?.code ?? '') ?? known.find(shipment);
    if (!like) known.add(shipment, { as: 'line', first: line });
    return like ? [{ line, ...like }] : [];
  });
}

/** @returns the orders of the office that lines of an export refer to, by code. */
async function ordersOfCodes(db: Database, office: OfficeKey, lines: readonly NumberedInput[]) {
  const codes = lines.flatMap(({ extra }) => extra?.code ?? []);
  if (codes.length === 0) return new Map<string, Like>();
  const rows = await db
    .selectFrom('order_details')
    .select(['id', 'code'])
    .where(inOffice(office))
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute();
  return new Map(rows.map(({ id, code }): [string, Like] => [code, { as: 'order', id: String(id), code }]));
}
