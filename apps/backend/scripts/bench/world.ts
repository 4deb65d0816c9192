import { DISTRICTS } from '../../src/districts/districts.ts';
import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { createCourier } from '../../src/couriers/create-courier.ts';
import { type Database, connect, type OpenDatabase, openDatabase } from '../../src/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '../../src/database/search-index.ts';
import { nextName } from '../../src/demo/people.ts';
import { createRandom, type Random } from '../../src/demo/random.ts';
import { type Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { type EvidenceStore, fileName, SIZES } from '../../src/evidence/evidence-store.ts';
import { EventFeed } from '../../src/events/event-feed.ts';
import { insertOrders, type NewOrder } from '../../src/orders/insert-orders.ts';
import { createServices, type Services } from '../../src/services.ts';

/** Orders per transaction. */
const CHUNK = 1000;
/** The newest orders, still open: about a day's worth, regardless of the office's age. */
const OPEN = 300;
/** The newest closed orders, failed and not yet handled. */
const FAILED = 60;
/** Orders in each office for a recipient whose names are common separately, but rare together. */
export const RARE = 40;
const RARE_NAME = 'Zósimo Quispe Mamani';
const DAY_MS = 86_400_000;
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

/** Who may read the storage figure. */
export const STORAGE = { user: 'bench', password: 'bench' };
export const RUC = '20600000011';

/** An office with orders, and a courier who has delivered the old ones. */
export interface World {
  services: Services;
  courierId: string;
  close: () => Promise<void>;
}

/** The day of the nth of `orders` orders: open ones are from the last three days, the others older. */
function dayOf(index: number, orders: number): string {
  const left = orders - 1 - index;
  const days = left < OPEN ? left % 3 : 3 + Math.floor(((left - OPEN) / (orders - OPEN)) * DAYS);
  return new Date(systemClock().getTime() - days * DAY_MS).toISOString().slice(0, 10);
}

/** The districts of Lima and Callao. */
const SERVED = DISTRICTS.all.filter(({ ubigeo }) => /^(?:1501|0701)/.test(ubigeo));

function someOrder(random: Random, index: number, orders: number): NewOrder {
  const { ubigeo, lat, lng } = random.pick(SERVED);
  const drawn = nextName(random, new Set()).full;
  return {
    clientId: String(5000 + random.between(1, 300)),
    clientName: `Bodega ${random.between(1, 300)}`,
    clientPhone: null,
    recipient: index % (orders / RARE) === 0 ? RARE_NAME : drawn,
    phone: `9${String(random.between(10_000_000, 99_999_999))}`,
    address: `Av. Los Álamos ${random.between(100, 9999)}`,
    reference: null,
    ubigeo,
    lat,
    lng,
    approximate: true,
    date: dayOf(index, orders),
    windowFrom: null,
    windowTo: null,
    packages: 1,
    weightGrams: 500,
    collectDue: random.happens(0.3) ? 5000 : null,
    clientReference: `R-${index}`,
    guide: null,
    note: random.happens(0.1) ? 'Nota' : null,
    priority: 'normal',
  };
}

/** The orders are numbered from 1. In chunks, because the service limits the time of each statement. */
async function inChunks(orders: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < orders; from += CHUNK) await work(from, Math.min(orders, from + CHUNK));
}

/** Closes the older orders as delivered or returned; the newest of them failed. */
const closeOld = (db: Database, courierId: string, orders: number): Promise<void> =>
  inChunks(orders - OPEN, (from, to) =>
    sql`
      update order_progress set
        state = case when order_id > ${orders - OPEN - FAILED} then 'no_entregada'
          when order_id % 5 = 4 then 'devuelta' else 'entregada' end,
        courier_id = ${Number(courierId)}::bigint, sequence = 1
      where order_id > ${from} and order_id <= ${to}`.execute(db),
  );

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
const listedStore = (orders: number): EvidenceStore => {
  const unused = () => Promise.reject(new Error('No photo of this office is read'));
  return {
    place: 'nowhere',
    put: unused,
    get: unused,
    remove: unused,
    list: async function* () {
      await Promise.resolve();
      for (let id = 1; id <= orders; id++)
        for (const size of SIZES)
          yield { name: fileName(hash('md5', String(id)), size), bytes: 20_000, changedAt: new Date(0) };
    },
  };
};

/**
 * Creates an office with this many orders, of which the number of open ones is constant.
 * @param database an empty folder for the embedded database, or an empty database of a server.
 */
export async function openWorld(
  database: { dataDir: string } | { databaseUrl: string },
  orders: number,
): Promise<World> {
  const { db, shares, check, close }: OpenDatabase = await openDatabase(
    { databaseUrl: undefined, dataDir: '', ...database },
    (lost) => {
      throw lost;
    },
  );
  await db.insertInto('companies').values({ id: 'norte', ruc: RUC, name: 'N', storage_quota: 1 }).execute();
  await db
    .insertInto('offices')
    .values({ id: 'N1', company_id: 'norte', name: 'N1', time_zone: 'America/Lima' })
    .execute();
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
      ingest: undefined,
    },
  });
  const random = createRandom(7);
  await dropSearchIndex(db);
  for (let from = 0; from < orders; from += CHUNK) {
    const chunk = Array.from({ length: CHUNK }, (_, index) => someOrder(random, from + index, orders));
    const batch = { id: randomUUID(), now: systemClock() };
    await db.transaction().execute((trx) => insertOrders(trx, DISPATCHER, batch, chunk, 'importada'));
  }
  const { id: courierId } = await createCourier(services, DISPATCHER, randomUUID(), {
    name: 'Pedro',
    phone: null,
    vehicle: 'moto',
    plate: null,
    zones: [],
    shift: { from: '08:00', to: '18:00' },
    capacityOrders: 1000,
    capacityGrams: 1_000_000,
  });
  // The service's connections limit the time of a statement; an index and a vacuum of this size may take longer.
  const unlimited = 'databaseUrl' in database ? connect({ connectionString: database.databaseUrl, max: 1 }) : db;
  await createSearchIndex(unlimited);
  await closeOld(unlimited, courierId, orders);
  await addPhotos(unlimited, courierId, orders);
  await sql`vacuum (analyze)`.execute(unlimited);
  if (unlimited !== db) await unlimited.destroy();
  return { services, courierId, close };
}
