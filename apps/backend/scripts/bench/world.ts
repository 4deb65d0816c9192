import { type CourierInput } from '@despacho/contracts/dispatch';
import { DISTRICTS } from '../../src/platform/districts/districts.ts';
import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../src/platform/clock.ts';
import { createCourier } from '../../src/fleet/couriers/create-courier.ts';
import { type Database, connect, type OpenDatabase, openDatabase } from '../../src/platform/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '../../src/platform/database/search-index.ts';
import { FAMILY, GIVEN } from '../../src/edge/demo/people.ts';
import { type Dispatcher } from '../../src/platform/dispatch/dispatcher.ts';
import { type EvidenceStore, fileName, SIZES } from '../../src/field/evidence/evidence-store.ts';
import { EventFeed } from '../../src/platform/events/event-feed.ts';
import { createServices, type Services } from '../../src/edge/services.ts';

/** Orders per statement. */
const CHUNK = 20_000;
/** The newest orders, still open: about a day's worth, regardless of the office's age. */
const OPEN = 300;
/** The newest closed orders, failed and not yet handled. */
const FAILED = 60;
/** Orders in each office for a recipient whose names are common separately, but rare together. */
export const RARE = 40;
const RARE_NAME = 'Zósimo Quispe Mamani';
/** Days over which the closed orders are spread. */
const DAYS = 60;

export const DISPATCHER: Dispatcher = {
  sub: 'N1/bench',
  username: 'bench',
  user: 'Bench',
  charge: 'S',
  companyId: 'norte',
  officeId: 'N1',
  timeZone: 'America/Lima',
  dayTurnsAt: '05:00',
};

const NEIGHBOUR: Dispatcher = { ...DISPATCHER, sub: 'N2/bench', officeId: 'N2' };

const COURIER: CourierInput = {
  name: 'Pedro',
  phone: null,
  vehicle: 'moto',
  plate: null,
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 1000,
  capacityGrams: 1_000_000,
};

/** Positions for the events of hiring. */
const EARLIER_EVENTS = 10;

/** Who may read the storage figure. */
export const STORAGE = { user: 'bench', password: 'bench' };
export const RUC = '20600000011';

/** An office with orders, and a courier who has delivered the old ones. */
export interface World {
  services: Services;
  dispatcher: Dispatcher;
  courierId: string;
  /** A smaller office of the same database. */
  neighbour: World | undefined;
  close: () => Promise<void>;
}

/** The districts of Lima and Callao. */
const SERVED = DISTRICTS.all.filter(({ ubigeo }) => /^(?:1501|0701)/.test(ubigeo));

/** A number from 0 to `below - 1` for each order n, the same in each run. */
const drawn = (salt: number, below: number) =>
  sql`abs(hashint8extended(n, ${salt}::bigint) % ${below}::integer)::integer`;

const oneOf = (salt: number, values: readonly unknown[], type: string) =>
  sql`(${values}::${sql.raw(type)}[])[1 + ${drawn(salt, values.length)}]`;

/** In chunks, so that the triggers of a statement see few rows. The orders are numbered from 1. */
async function inChunks(orders: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < orders; from += CHUNK) await work(from, Math.min(orders, from + CHUNK));
}

/** The orders of an office, whose ids and codes follow those of the offices before. */
interface Filling {
  officeId: string;
  courierId: string;
  orders: number;
  /** Number of orders of the offices before. */
  before: number;
}

/** Inserts both halves of the orders, and their texts as `searchText` writes them. */
async function insertOrders(db: Database, { officeId, courierId, orders, before }: Filling): Promise<void> {
  const now = systemClock();
  const age = sql`case when n > ${orders - OPEN} then (${orders}::integer - n) % 3
    else 3 + ${DAYS} * (${orders - OPEN}::integer - n) / ${orders - OPEN}::integer end`;
  const recipient = sql`case when n % ${orders / RARE}::integer = 0 then ${RARE_NAME}
    else ${oneOf(1, GIVEN, 'text')} || ' ' || ${oneOf(2, FAMILY, 'text')} || ' ' || ${oneOf(3, FAMILY, 'text')} end`;
  const ubigeos = SERVED.map(({ ubigeo }) => ubigeo);
  const names = SERVED.map(({ name }) => name);
  const text = sql`code || ' ' || client_name || ' ' || recipient || ' ' || phone || ' ' || address || ' ' ||
    client_reference || ' #' || ubigeo || ' ' || name || ' avenida ' || replace(client_reference, '-', '')`;
  await inChunks(orders, async (from, to) => {
    const chunk = sql`office_id = ${officeId} and id > ${before + from} and id <= ${before + to}`;
    await sql`
      insert into order_details (company_id, office_id, code, collect_due, client_id, client_name, recipient, phone,
        address, ubigeo, lat, lng, approximate, date, packages, weight_grams, client_reference, reference_key, note,
        priority, created_at, promised_from, promised_to, promised_hour)
      select 'norte', ${officeId}, 'D' || lpad((${before}::bigint + n)::text, 7, '0'),
        case when ${drawn(4, 10)} < 3 then 5000 end, (5001 + ${drawn(5, 300)})::text,
        'Bodega ' || 1 + ${drawn(6, 300)}, ${recipient}, '9' || lpad(${drawn(7, 100_000_000)}::text, 8, '0'),
        'Av. Los Álamos ' || 100 + ${drawn(8, 9900)}, ${oneOf(9, ubigeos, 'text')}, -12.1, -77, true,
        to_char(${now}::timestamptz at time zone 'UTC' - interval '1 day' * (${age}), 'YYYY-MM-DD'), 1, 500,
        'R-' || ${before}::bigint + n, 'R-' || ${before}::bigint + n, case when ${drawn(10, 10)} = 0 then 'Nota' end, 'normal', created,
        created + interval '2 hours', created + interval '6 hours', '09'
      from generate_series(${from + 1}::bigint, ${to}::bigint) as n,
        lateral (select ${now}::timestamptz - interval '1 day' * (${age}) - interval '8 hours' as created) as times`.execute(
      db,
    );
    await sql`
      insert into order_progress (office_id, order_id, state, due_at, courier_id, sequence, closed_at, visit_day,
        changed_at, changed_username, changed_user, changed_what)
      select office_id, id, state, (date || 'T23:00:00-05:00')::timestamptz,
        case when state <> 'pendiente' then ${Number(courierId)}::bigint end, case when state <> 'pendiente' then 1 end,
        case when state <> 'pendiente' then closed end, case when state <> 'pendiente' then date end,
        case when state <> 'pendiente' then closed else created_at end, 'bench', 'Bench', 'entregada'
      from order_details, lateral (select created_at + interval '15 minutes' * (4 + id % 24) as closed) as times,
        lateral (select case when id > ${before + orders - OPEN}
          -- The work of the day has begun.
          then case when created_at > ${now}::timestamptz - interval '1 day' and id % 2 = 0 then 'entregada' else 'pendiente' end
        when id > ${before + orders - OPEN - FAILED} then 'no_entregada'
        when id % 5 = 4 then 'devuelta' else 'entregada' end as state) as states
      where ${chunk}`.execute(db);
    await sql`
      insert into order_search (order_id, company_id, office_id, text)
      select id, company_id, office_id, translate(lower(${text}), 'áéíóúñÁÉÍÓÚÑ', 'aeiounaeioun')
      from order_details
        join unnest(${ubigeos}::text[], ${names}::text[]) as districts (ubigeo, name) using (ubigeo)
      where ${chunk}`.execute(db);
    // The last event of each order.
    await sql`
      insert into events (office_id, position, type, at, data, order_id)
      select office_id, id - ${before}::bigint + ${EARLIER_EVENTS}, 'order.changed', changed_at, jsonb_build_object('type', 'order.changed',
        'actor', jsonb_build_object('username', 'bench', 'user', 'Bench'), 'what', changed_what,
        'order', jsonb_build_object('id', id::text, 'code', code, 'version', version),
        'before', case when closed_at is null then '{}' else jsonb_build_object('state', 'en_ruta', 'closedAt', null,
          'visitDay', null) end, 'after', jsonb_build_object('state', state)), id
      from orders where ${chunk}`.execute(db);
  });
  await db
    .updateTable('offices')
    .set({ event_position: orders + EARLIER_EVENTS })
    .where('id', '=', officeId)
    .execute();
}

/** A photo for each order, every fifth a signature, one a minute. */
const addPhotos = (db: Database, courierId: string, orders: number): Promise<void> =>
  inChunks(orders, (from, to) =>
    sql`
      insert into evidence (company_id, office_id, upload, order_id, client_id, ubigeo, attempt, kind, courier_id, at,
        device_at, arrived_at, file, width, height, bytes, sha256, by_username, by_user)
      select company_id, office_id, 'bench-' || id, id, client_id, ubigeo, 1, case when id % 5 = 0 then 'firma' else 'entrega' end,
        ${Number(courierId)}::bigint, taken, taken, taken, md5(id::text), 1600, 1200, 62000, md5(id::text), 'bench', 'Bench'
      from order_details, lateral (select now() - interval '1 minute' * (1000000 - id) as taken) as times
      where id > ${from} and id <= ${to}`.execute(db),
  );

/** A store with the files of all photos, which can only be listed. */
function listedStore(orders: number): EvidenceStore {
  const unused = () => Promise.reject(new Error('No photo of this office is read'));
  let files: string[] | undefined;
  return {
    place: 'nowhere',
    put: unused,
    get: unused,
    remove: unused,
    list: async function* () {
      await Promise.resolve();
      files ??= Array.from({ length: orders }, (_, index) => hash('md5', String(index + 1))).sort();
      for (const file of files)
        for (const name of SIZES.map((size) => fileName(file, size)).sort())
          yield { name, bytes: 20_000, changedAt: new Date(0) };
    },
  };
}

/**
 * Creates an office with this many orders, of which the number of open ones is constant.
 * @param database an empty folder for the embedded database, or an empty database of a server.
 * @param beside number of orders of another office, `neighbour`; without photos.
 */
export async function openWorld(
  database: { dataDir: string } | { databaseUrl: string },
  orders: number,
  beside = 0,
): Promise<World> {
  const { db, shares, check, close }: OpenDatabase = await openDatabase(
    { databaseUrl: undefined, dataDir: '', ...database },
    (lost) => {
      throw lost;
    },
  );
  await db.insertInto('companies').values({ id: 'norte', ruc: RUC, name: 'N', storage_quota: 1 }).execute();
  for (const id of [DISPATCHER.officeId, NEIGHBOUR.officeId])
    await db.insertInto('offices').values({ id, company_id: 'norte', name: id, time_zone: 'America/Lima' }).execute();
  const logger = pino({ level: 'silent' });
  const services = createServices({
    db,
    shares,
    check,
    clock: systemClock,
    logger,
    feed: new EventFeed(db, logger),
    evidence: listedStore(orders),
    config: {
      operationsKeys: [],
      storageAccess: STORAGE,
      tokenHours: 1,
      exportOrdersPerDay: Number.MAX_SAFE_INTEGER,
      readOrdersPerDay: Number.MAX_SAFE_INTEGER,
      officeDay: { photos: 1_000_000, bytes: 10 ** 15 },
      placeMaxKm: 80,
      dayTurnsAt: '05:00',
      geocoder: undefined,
      positionRetentionDays: 60,
      moneyRetentionDays: 0,
      retention: { photos: 0, signatures: 0, documents: 0 },
      ingest: undefined,
    },
  });
  const hire = async (dispatcher: Dispatcher): Promise<string> =>
    (await createCourier(services, dispatcher, randomUUID(), COURIER)).id;
  const courierId = await hire(DISPATCHER);
  // The service's connections limit the time of a statement; an index and a vacuum of this size may take longer.
  const unlimited = 'databaseUrl' in database ? connect({ connectionString: database.databaseUrl, max: 1 }) : db;
  await dropSearchIndex(unlimited);
  await insertOrders(unlimited, { officeId: DISPATCHER.officeId, courierId, orders, before: 0 });
  const world: World = { services, dispatcher: DISPATCHER, courierId, neighbour: undefined, close };
  if (beside > 0) {
    const other = await hire(NEIGHBOUR);
    await insertOrders(unlimited, { officeId: NEIGHBOUR.officeId, courierId: other, orders: beside, before: orders });
    world.neighbour = { ...world, dispatcher: NEIGHBOUR, courierId: other };
  }
  await createSearchIndex(unlimited);
  await addPhotos(unlimited, courierId, orders);
  await sql`vacuum (analyze)`.execute(unlimited);
  if (unlimited !== db) await unlimited.destroy();
  return world;
}
