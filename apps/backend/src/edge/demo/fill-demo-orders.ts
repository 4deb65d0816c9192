import { exactAs, type Point } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { createSearchIndex, dropSearchIndex } from '#platform/database/search-index.ts';
import { type Dispatcher, systemIn } from '#platform/dispatch/dispatcher.ts';
import { type PlacedAddress, rememberDoors } from '#orders/places/known-doors.ts';
import { type demoData } from './demo-data.ts';
import { demoCouriers, DISPATCHING } from './demo-couriers.ts';
import { demoOrders, type DemoOrder } from './demo-orders.ts';
import { CASHIER } from './demo-users.ts';
import { enterPayments, fillDemoMoney } from './fill-demo-money.ts';
import { fillDemoPhotos } from './fill-demo-photos.ts';
import { insertDemoOrders } from './insert-demo-orders.ts';
import { createRandom } from './random.ts';

/** A separate seed, so that the number of orders does not change any names. */
const SEED = 40_127;
const CHUNK = 1000;
const COMPANY = 'demo';
const DAY_MS = 86_400_000;

/** Visits from which the company knows a door. */
const MIN_VISITS = 3;

/** Inserts couriers and `count` orders, spread over the three offices. */
export async function fillDemoOrders(
  trx: Database,
  { offices, clients, users }: ReturnType<typeof demoData>,
  count: number,
  now: Date,
): Promise<void> {
  const random = createRandom(SEED);
  const couriers = demoCouriers(random, COMPANY, new Date(now.getTime() - 400 * DAY_MS));
  await trx.insertInto('couriers').values(couriers).execute();
  // Moves the identity past the inserted ids.
  await sql`alter table couriers alter column id restart with ${sql.lit(couriers.length + 1)}`.execute(trx);
  // Building the index at the end takes a tenth of the time.
  await dropSearchIndex(trx);
  let orders = 0;
  for (const { officeId, districts, share } of DISPATCHING) {
    const office = offices.find(({ id }) => id === officeId);
    const by = users.find((user) => user.office_id === officeId && user.permissions.includes('U01'));
    if (!office || !by) throw new Error(`The demonstration has nobody who dispatches in ${officeId}`);
    const { username, name: user, charge } = by;
    const dispatcher: Dispatcher = {
      ...systemIn({ companyId: COMPANY, officeId, timeZone: office.time_zone }),
      sub: `${officeId}/${username}`,
      username,
      user,
      charge,
    };
    const near = new Set(districts.map(({ ubigeo }) => ubigeo));
    const stories = demoOrders(
      random,
      {
        timeZone: office.time_zone,
        districts,
        clients: clients.filter(({ ubigeo }) => near.has(ubigeo ?? '')),
        couriers: couriers.filter(({ office_id }) => office_id === officeId),
      },
      Math.round(count * share),
      now,
    );
    let at = { order: orders, position: 0 };
    let chunk: DemoOrder[] = [];
    const doors = new Map<string, Point>();
    const visited = new Map<string, PlacedAddress & { visits: number }>();
    for (const each of stories) {
      const { order, door, story } = each;
      const { address, ubigeo } = order;
      doors.set(`${ubigeo} ${address}`, door);
      const key = `${door.lat} ${door.lng}`;
      if (story.some(({ what }) => what === 'entregada'))
        visited.set(key, { address, ubigeo, ...door, visits: 1 + (visited.get(key)?.visits ?? 0) });
      chunk.push(each);
      if (chunk.length < CHUNK) continue;
      at = await insertDemoOrders(trx, dispatcher, chunk, at);
      chunk = [];
    }
    if (chunk.length > 0) at = await insertDemoOrders(trx, dispatcher, chunk, at);
    orders = at.order;
    // Without its statistics, finding the deliveries of 10,000 orders takes five seconds.
    await sql`analyze order_progress`.execute(trx);
    await fillDemoPhotos(trx, dispatcher, doors);
    const known = [...visited.values()].filter(({ visits }) => visits >= MIN_VISITS);
    await rememberDoors(trx, dispatcher, known, { ...exactAs('puerta', 'visitas'), agreeing: MIN_VISITS, now });
    await trx.updateTable('offices').set({ event_position: at.position }).where('id', '=', officeId).execute();
  }
  await enterPayments(trx);
  for (const { officeId } of DISPATCHING) {
    const office = offices.find(({ id }) => id === officeId);
    const may = (code: string) => users.find((user) => user.office_id === officeId && user.permissions.includes(code));
    const by = users.find(({ username }) => username === CASHIER && officeId === 'LIMA') ?? may('D05') ?? may('U01');
    if (!office || !by) continue;
    const cashier = {
      ...systemIn({ companyId: COMPANY, officeId, timeZone: office.time_zone }),
      sub: `${officeId}/${by.username}`,
      username: by.username,
      user: by.name,
    };
    await fillDemoMoney(trx, cashier, now);
  }
  await createSearchIndex(trx);
  // Statistics are needed before the first read, earlier than autovacuum would gather them.
  await sql`analyze order_details, order_progress, order_search, events, evidence, money_entries, money_balances`.execute(
    trx,
  );
  if (orders > 0) await sql`select setval(order_numbers_of(${COMPANY}), ${orders}::bigint)`.execute(trx);
}
