import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { Kysely, PGliteDialect } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, migrate, PGliteClient, type Schema } from '../../../apps/backend/tools/database.ts';
import { settleKind } from '../../../apps/backend/tools/demo.ts';
import {
  createServices,
  createTestApp,
  OPERATIONS_KEY,
  STORAGE_ACCESS,
} from '../../../apps/backend/test/test-services.ts';
import { listen } from '@despacho/server/listen';
import { type Gateway, startGateway } from '../../../apps/bff/test/support/gateway.ts';
import { Client, NO_ANSWER, type Reply } from '../load/client.ts';
import { Office } from './office.ts';
import { Phone } from './phone.ts';
import { SimulatedCourier } from './simulated-courier.ts';

/* One courier of the demonstration with the real gateway and service. This test moves the clock of all three. */

const MINUTE = 60_000;
const OFFICE = 'officeId=LIMA';
const STOPS = 6;

/** The line of a phone, which can be cut. */
class Line extends Client {
  isCut = false;

  override get(path: string): Promise<Reply> {
    return this.isCut ? Promise.resolve(NO_ANSWER) : super.get(path);
  }

  override post(...sent: Parameters<Client['post']>): Promise<Reply> {
    return this.isCut ? Promise.resolve(NO_ANSWER) : super.post(...sent);
  }
}

let folder: string;
let db: Database;
let service: Server;
let gateway: Gateway;
let staff: Client;
const now = (): number => Date.now();
const move = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);

async function done<T>(outcome: Promise<Reply>): Promise<T> {
  const reply = await outcome;
  expect(reply).toMatchObject({ status: 200 });
  return (reply as { body: T }).body;
}

beforeAll(async () => {
  // Ten in the morning in Lima.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00.000Z') });
  folder = await mkdtemp(join(tmpdir(), 'despacho-short-day-'));
  const pglite = new PGliteClient(folder, () => undefined);
  db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  const clock = () => new Date();
  await settleKind(db, true, clock, 0);
  service = createServer(createTestApp(createServices(db, clock)));
  const url = `http://127.0.0.1:${await listen(service, 0, '127.0.0.1')}`;
  gateway = await startGateway({
    API_URL: `${url}/legacy/api`,
    BASE_URL: `${url}/legacy/base`,
    STORAGE_URL: `${url}/legacy/storage`,
    OPERATIONS_URL: `${url}/operations`,
    OPERATIONS_KEY,
    STORAGE_USER: STORAGE_ACCESS.user,
    STORAGE_PASSWORD: STORAGE_ACCESS.password,
    UPSTREAM_TIMEOUT_MS: '9000',
    REQUESTS_PER_MINUTE: '0',
  });
  staff = new Client(gateway.port, '127.0.0.1');
  await done(staff.signIn('LIMA', 'ana.torres', 'despacho'));
}, 120_000);

afterAll(async () => {
  vi.useRealTimers();
  staff.close();
  await gateway.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** Orders of today near each other, every second one with something to collect. */
async function assignOrders(courierId: string): Promise<void> {
  const date = new Date(now()).toISOString().slice(0, 10);
  for (let count = 0; count < STOPS; count += 1) {
    const place = {
      address: `Av. Arequipa ${count}00`,
      reference: null,
      ubigeo: '150116',
      point: { lat: -12.08 - count * 0.005, lng: -77.03 },
    };
    const order = {
      client: { id: null, name: 'Bodega Sur', phone: null },
      recipient: { name: 'Rosa Quispe', phone: null },
      place,
      date,
      window: null,
      packages: 1,
      weightGrams: 500,
      clientReference: null,
      guide: null,
      note: null,
      collectDue: count % 2 === 0 ? 3550 : null,
      priority: 'normal',
    };
    const { id } = await done<{ id: string }>(
      staff.post(`/api/orders?${OFFICE}`, order, { 'idempotency-key': randomUUID() }),
    );
    const assigned = { courierId, orders: [{ id, version: 1 }] };
    await done(staff.post(`/api/assignments?${OFFICE}`, assigned, { 'idempotency-key': randomUUID() }));
  }
}

it('works a day: the office sees closings, photos and positions, and nothing to review', async () => {
  const [kept] = await Office.signedIn(gateway.port, (office) => office.listCouriers());
  if (!kept) throw new Error('no courier');
  const { courierId } = kept;
  await assignOrders(courierId);
  const line = new Line(gateway.port, '127.0.0.1');
  const phone = new Phone(line, now);
  const link = await Office.signedIn(gateway.port, (office) => office.linkFor(kept));
  if (!link) throw new Error('no link');
  expect((await phone.connect(link)).courierId).toBe(courierId);
  // Somebody has connected a phone: the simulation stays away.
  expect(await Office.signedIn(gateway.port, (office) => office.linkFor(kept))).toBeUndefined();

  // The courier of this seed ends the day.
  const courier = new SimulatedCourier(phone, { now, seed: 1 });
  const visits = () => db.selectFrom('field_visits').selectAll().orderBy('id').execute();
  const stepUntil = async (isDone: () => Promise<boolean>): Promise<void> => {
    for (let steps = 0; !(await isDone()); steps += 1) {
      if (steps > 1000) throw new Error('the courier does not get on');
      move(30_000);
      expect(await courier.step()).toBe(true);
    }
  };
  await stepUntil(async () => (await visits()).length >= 2);
  line.isCut = true;
  const cutAt = now();
  await stepUntil(() => Promise.resolve(now() > cutAt + 30 * MINUTE));
  expect(await phone.countUnsent()).toBeGreaterThan(2);
  line.isCut = false;
  const restoredAt = now();
  await stepUntil(async () => (await visits()).length === STOPS && (await phone.countUnsent()) === 0);

  const recorded = await visits();
  expect(recorded.map(({ state }) => state)).toEqual(Array.from({ length: STOPS }, () => 'aplicada'));
  const cut = recorded.filter(({ at }) => at.getTime() > cutAt && at.getTime() <= restoredAt);
  expect(cut.length).toBeGreaterThan(0);
  for (const { arrived_at } of cut) expect(arrived_at.getTime()).toBeGreaterThan(restoredAt);
  const orders = await db.selectFrom('orders').select(['state', 'collect_due', 'payments', 'evidence']).execute();
  expect(orders).toHaveLength(STOPS);
  for (const { state } of orders) expect(['entregada', 'no_entregada']).toContain(state);
  const photos = await db.selectFrom('evidence').select(['kind', 'width', 'height']).execute();
  expect(photos).toContainEqual({ kind: 'entrega', width: 800, height: 600 });
  const fixes = await db.selectFrom('positions').select(['at']).orderBy('at').execute();
  expect(fixes.length).toBeGreaterThan(STOPS * 4);
  // No position of the half hour without a connection is missing.
  for (const [index, { at }] of fixes.entries())
    if (index > 0) expect(at.getTime() - (fixes[index - 1]?.at.getTime() ?? 0)).toBeLessThan(2 * MINUTE);

  move(12 * 60 * MINUTE - 30 * MINUTE);
  const day = () => db.selectFrom('courier_days').select(['ended_at', 'unsent']).executeTakeFirst();
  await stepUntil(async () => Boolean((await day())?.ended_at));
  expect((await day())?.unsent).toBe(0);

  // The earlier session is idle for half a day.
  await done(staff.signIn('LIMA', 'ana.torres', 'despacho'));
  await done(staff.post(`/api/couriers/${courierId}/disconnect?${OFFICE}`));
  move(5 * MINUTE);
  expect(await courier.step()).toBe(false);
  line.close();
});
