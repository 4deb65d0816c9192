import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aRoute, aSession, aStop } from '#test/a-route.ts';
import { deletePhoneDb, openPhoneDb, type PhoneDb } from './database.ts';
import { eraseDay, KEPT_MS, measureClock, readDay, saveRoute, saveSession } from './day.ts';
import { queueOf } from './queue.ts';

const NAME = 'day-test';
const stored = { route: aRoute([aStop()]), etag: null, readAt: 1000, loadedAt: 1000 };

let db: PhoneDb;
beforeEach(async () => {
  db = await openPhoneDb(NAME);
});
afterEach(async () => {
  db.close();
  await deletePhoneDb(NAME);
});

const start = (id: string) => ({ id, body: { kind: 'start' as const, at: '', clockOffsetMs: null } });

/** A day with one sent and one unsent row. */
async function aDay(): Promise<void> {
  await saveSession(db, aSession());
  await saveRoute(db, '7', stored);
  await queueOf(db).add('7', [start('sent'), start('unsent')], 1000);
  await queueOf(db).update(1, { state: 'sent' });
}

const rows = async () => (await queueOf(db).rows()).map(({ id }) => id);

it('G41: erases stops and sent visits after 24 hours, and keeps the unsent ones', async () => {
  await aDay();
  expect(await readDay(db, 1000 + KEPT_MS - 1)).toMatchObject({ route: stored });
  expect(await rows()).toEqual(['sent', 'unsent']);
  expect((await readDay(db, 1001 + KEPT_MS)).route).toBeUndefined();
  expect(await db.count('route')).toBe(0);
  expect(await rows()).toEqual(['unsent']);
});

it('G41: erases the day and keeps the unsent queue', async () => {
  await aDay();
  await eraseDay(db);
  expect([await db.count('session'), await db.count('route'), await rows()]).toEqual([0, 0, ['unsent']]);
});

it('G41: never shows a courier the day of another one', async () => {
  await aDay();
  await saveSession(db, aSession({ courierId: '8' }));
  expect([await db.count('route'), await rows()]).toEqual([0, ['unsent']]);
  // The answer for the previous courier arrives late.
  await saveRoute(db, '7', stored);
  expect(await db.count('route')).toBe(0);
});

it('keeps the day of the same courier', async () => {
  await aDay();
  await saveSession(db, aSession({ now: '2026-11-23T16:00:00.000Z' }));
  expect([await db.count('route'), await rows()]).toEqual([1, ['sent', 'unsent']]);
});

it('measures the clock in the middle of a call', () => {
  const serverNow = '2026-11-23T15:00:00.000Z';
  const server = Date.parse(serverNow);
  // The phone is an hour late; the call takes 400 ms.
  const sentAt = server - 3_600_000 - 200;
  expect(measureClock(serverNow, sentAt, sentAt + 400)).toEqual({ offsetMs: 3_600_000, rttMs: 400 });
});

it('keeps a good measurement when a slow answer follows', () => {
  const good = { offsetMs: 5, rttMs: 100 };
  expect(measureClock('2026-11-23T15:00:00.000Z', 0, 9000, good)).toBe(good);
});
