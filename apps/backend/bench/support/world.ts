import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { MODULES } from '@despacho/contracts';
import { type CourierInput, MAX_CLIENTS, MAX_COURIERS, MAX_PEOPLE, MAX_VIEWS } from '@despacho/contracts/dispatch';
import { FAMILY, GIVEN } from '#edge/demo/people.ts';
import { createServices, type Services } from '#edge/services.ts';
import { type EvidenceStore, fileName, SIZES } from '#field/evidence/evidence-store.ts';
import { createCourier } from '#fleet/couriers/create-courier.ts';
import { replacePhone } from '#fleet/phones/phones-repository.ts';
import { hashPassword } from '#people/users/passwords.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { type Database, connect, type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '#platform/database/search-index.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { type DatabasePlace } from './databases.ts';

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
  ...{ name: 'Pedro', phone: null, vehicle: 'moto' as const, plate: null, zones: [] },
  ...{ shift: { from: '08:00', to: '18:00' }, capacityOrders: 1000, capacityGrams: 1_000_000 },
};

/** Positions for the events of hiring. */
const EARLIER_EVENTS = 10;

/** Key of the gateway at the services of `openWorld`. */
export const KEY = 'a key of the bench that is long enough for HS256';
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

const failure = (lost: unknown): never => {
  throw lost;
};

/** Opens an empty database, with a company and its offices. */
export async function openEmpty(place: DatabasePlace): Promise<OpenDatabase> {
  const opened = await openDatabase({ databaseUrl: undefined, dataDir: '', ...place }, failure);
  const { db } = opened;
  await db.insertInto('companies').values({ id: 'norte', ruc: RUC, name: 'N', storage_quota: 1 }).execute();
  for (const id of [DISPATCHER.officeId, NEIGHBOUR.officeId])
    await db.insertInto('offices').values({ id, company_id: 'norte', name: id, time_zone: 'America/Lima' }).execute();
  return opened;
}

/**
 * Creates an office with this many orders, of which the number of open ones is constant.
 * @param place an empty folder for the embedded database, or an empty database of a server.
 * @param beside number of orders of another office, `neighbour`; without photos.
 */
export async function openWorld(place: DatabasePlace, orders: number, beside = 0): Promise<World> {
  const { db, shares, check, close } = await openEmpty(place);
  const logger = pino({ level: 'silent' });
  const config = readConfig({
    OPERATIONS_KEY: KEY,
    STORAGE_USER: STORAGE.user,
    STORAGE_PASSWORD: STORAGE.password,
    EXPORT_ORDERS_PER_DAY: '100000000',
  });
  const evidence = listedStore(orders);
  const services = createServices({
    ...{ db, shares, check, clock: systemClock, logger },
    ...{ feed: new EventFeed(db, logger), evidence, config },
  });
  const hire = async (dispatcher: Dispatcher): Promise<string> =>
    (await createCourier(services, dispatcher, randomUUID(), COURIER)).id;
  const courierId = await hire(DISPATCHER);
  // The service's connections limit the time of a statement; an index and a vacuum of this size may take longer.
  const unlimited = 'databaseUrl' in place ? connect({ connectionString: place.databaseUrl, max: 1 }) : db;
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

/** Clients of the company of `DISPATCHER`, with the ids from 5001. */
const addClients = (db: Database, count: number) =>
  sql`
    insert into clients (id, company_id, code, name, tax_id, contact, phone, address, district, ubigeo, lat, lng)
    select (5000 + n)::text, 'norte', 'C' || lpad(n::text, 5, '0'), 'Bodega ' || n, (20100000000 + n)::text,
      'Rosa Flores Mamani', '987654321', 'Av. Los Álamos ' || n || ', urbanización Los Jardines', 'Santiago de Surco',
      '150140', -12.1, -77
    from generate_series(1, ${count}::integer) as n`.execute(db);

/** Couriers of an office, with names of `nameLength` characters and as many zones. */
export const addCouriers = (db: Database, count: number, nameLength: number, zones: number, officeId = 'N1') =>
  sql`
    insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders,
      capacity_grams, state, created_at)
    select 'norte', ${officeId}, rpad('C' || n, ${nameLength}::integer, 'x'), 'moto',
      array(select (150100 + z)::text from generate_series(1, ${zones}::integer) as z), '08:00', '20:00', 30,
      30000, 'activo', now()
    from generate_series(1, ${count}::integer) as n`.execute(db);

/** What the phone of a courier sends as its session. */
export const PHONE = hash('sha256', 'bench', 'base64url');
/** What a user of the service sends to the calls of a legacy host. */
export const TOKEN = 'bench';

/** Adds clients, a user who may read them, and a phone with a route of thirty stops. */
export async function addReaders({ services: { db, clock }, courierId }: World): Promise<void> {
  const user = { id: '1', office_id: DISPATCHER.officeId, username: 'bench', name: 'Bench', charge: 'S' };
  await db
    .insertInto('users')
    .values({ ...user, permissions: ['000'], password_hash: '' })
    .execute();
  const expires_at = new Date(clock().getTime() + 24 * 3_600_000);
  await db
    .insertInto('access_tokens')
    .values({ token_hash: hash('sha256', TOKEN), user_id: user.id, expires_at })
    .execute();
  await addClients(db, 300);
  const courier = Number(courierId);
  await sql`
    update order_progress set state = 'en_ruta', courier_id = ${courier}::bigint, sequence = order_id
    where order_id in (
      select id from order_details where office_id = 'N1' order by date, id desc limit 30)`.execute(db);
  const phone = { companyId: 'norte', officeId: 'N1', courierId: courier };
  await replacePhone(db, phone, { sessionHash: PHONE, name: 'bench' }, clock());
  await sql`vacuum (analyze)`.execute(db);
}

/** Where the couriers of `openFleet` are. Stop m of each is m kilometres north of it. */
export const PLACE = { lat: -12.06, lng: -77.05 };

/** Opens an office with couriers at work, from 1, of whom each has so many stops. */
export async function openFleet(place: DatabasePlace, couriers: number, stops: number): Promise<OpenDatabase> {
  const opened = await openEmpty(place);
  const { db } = opened;
  await addCouriers(db, couriers, 5, 0);
  await sql`
    insert into courier_days (company_id, office_id, courier_id, day, started_at)
    select 'norte', 'N1', n, to_char(now(), 'YYYY-MM-DD'), now() - interval '4 hours'
    from generate_series(1, ${couriers}::integer) as n`.execute(db);
  await sql`
    insert into order_details (id, company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
      approximate, date, packages, weight_grams, priority, created_at)
    select n * 100 + m, 'norte', 'N1', 'D' || n * 100 + m, 'B', 'R', 'A', '150105', ${PLACE.lat} + m * 0.009, ${PLACE.lng},
      false, to_char(now() - interval '1 day', 'YYYY-MM-DD'), 1, 1, 'normal', now()
    from generate_series(1, ${couriers}::integer) as n, generate_series(0, ${stops - 1}::integer) as m`.execute(db);
  await sql`analyze order_details`.execute(db);
  // In parts, because triggers count them.
  for (let stop = 0; stop < stops; stop++)
    await sql`
      insert into order_progress (office_id, order_id, state, due_at, courier_id, changed_at, changed_username,
        changed_user, changed_what)
      select office_id, id, 'en_ruta', to_timestamp(0), id / 100, now(), '', '', 'asignada' from order_details
      where id % 100 = ${stop}`.execute(db);
  await sql`analyze order_progress`.execute(db);
  return opened;
}

/** The attacking person, and a person who works meanwhile in another company. */
export const BUSY = { office: 'N1', username: 'mucho' };
export const OTHER = { office: 'S1', username: 'otra' };
export const PASSWORD = 'una clave de la prueba';
/** People of the company of `BUSY` who can sign in: `persona1` and so on. */
export const CROWD = 100;

/** Fills an empty database: a company at the ceilings of its tables, and a small one. */
export async function fillForFairness(place: DatabasePlace): Promise<void> {
  const orders = 20_000;
  const {
    services: { db },
    close,
  } = await openWorld(place, orders);
  await sql`update companies set storage_quota = 1000000000 where id = 'norte'`.execute(db);
  await sql`insert into companies (id, ruc, name, storage_quota) values ('sur', '20600000029', 'Sur', 1)`.execute(db);
  await sql`insert into offices (id, company_id, name, time_zone) values ('S1', 'sur', 'Sur', 'America/Lima')`.execute(
    db,
  );
  await sql`select setval(order_numbers_of('norte'), ${orders + 1}::bigint)`.execute(db);
  const password_hash = await hashPassword(PASSWORD);
  const permissions = Object.keys(MODULES);
  for (const { office, username } of [BUSY, OTHER])
    await sql`
      insert into users (id, office_id, username, name, charge, permissions, password_hash, password_changed_at)
      values (${randomUUID()}, ${office}, ${username}, ${username}, 'S', ${permissions}::text[], ${password_hash}, now())`.execute(
      db,
    );
  await sql`
    insert into users (id, office_id, username, name, charge, permissions, password_hash, password_changed_at)
    select 'u' || n, 'N1', 'persona' || n, 'Persona ' || n, 'S', ${permissions}::text[],
      case when n <= ${CROWD}::integer then ${password_hash} else '' end, now()
    from generate_series(1, ${MAX_PEOPLE / 2}::integer) as n`.execute(db);
  await addClients(db, MAX_CLIENTS);
  await addCouriers(db, MAX_COURIERS - 1, 120, 43);
  await sql`
    insert into trail (company_id, office_id, kind, actor_id, actor, actor_name, address, request_id, at, last_at)
    select 'norte', 'N1', 'export.trail', 'u' || n % 100, 'persona' || n % 100, 'Persona ' || n % 100, '190.12.34.56',
      md5(n::text), now() - interval '1 minute' * n, now() - interval '1 minute' * n
    from generate_series(1, 50000) as n`.execute(db);
  await sql`
    insert into views (company_id, office_id, person, username, user_name, name, folded_name, filter, created_at, changed_at)
    select 'norte', 'N1', 'N1/a', 'a', 'A', 'Vista ' || n, 'vista ' || n, jsonb_build_object('buscar', repeat('x', 100)),
      now(), now()
    from generate_series(1, ${MAX_VIEWS}::integer) as n`.execute(db);
  await sql`
    insert into order_details (company_id, office_id, code, client_name, recipient, address, ubigeo, lat, lng,
      approximate, date, packages, weight_grams, priority, created_at)
    select 'sur', 'S1', 'S' || n, 'Bodega', 'Persona', 'Calle ' || n, '150122', -12, -77, false,
      to_char(now() at time zone 'America/Lima', 'YYYY-MM-DD'), 1, 1000, 'normal', now()
    from generate_series(1, 500) as n`.execute(db);
  await sql`
    insert into order_progress (office_id, order_id, state, due_at, changed_at, changed_username, changed_user,
      changed_what)
    select 'S1', id, 'pendiente', now(), now(), 'ana', 'Ana', 'creada' from order_details where office_id = 'S1'`.execute(
    db,
  );
  await sql`vacuum (analyze)`.execute(db).catch(() => undefined);
  await close();
}
