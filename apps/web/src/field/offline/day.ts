import { type FieldSession } from '@despacho/contracts/dispatch';
import { type Clock, type PhoneDb, type StoredRoute } from './database.ts';
import { queueOf } from './queue.ts';
import { eraseTiles } from './tile-cache.ts';

/** How long stops and sent visits stay on the phone. */
export const KEPT_MS = 24 * 60 * 60_000;

/** A slower answer measures the clock badly, so an earlier measurement is kept instead. */
const GOOD_RTT_MS = 2000;

/** The phone's data about its courier and day. */
export interface StoredDay {
  session: FieldSession | undefined;
  route: StoredRoute | undefined;
  clock: Clock | undefined;
}

/** Erases stops and sent visits that are too old. @returns what remains. */
export async function readDay(db: PhoneDb, now: number): Promise<StoredDay> {
  await queueOf(db).forget(now - KEPT_MS);
  const [session, route, clock] = await Promise.all([
    db.get('session', 'session'),
    db.get('route', 'route'),
    db.get('clock', 'clock'),
  ]);
  if (!route || now - route.loadedAt < KEPT_MS) return { session, route, clock };
  await Promise.all([db.delete('route', 'route'), eraseTiles()]);
  return { session, route: undefined, clock };
}

/** Stores the session, and erases the previous day unless it is of the same courier. */
export async function saveSession(db: PhoneDb, session: FieldSession): Promise<void> {
  const known = await db.get('session', 'session');
  if (known?.courierId !== session.courierId) await eraseDay(db);
  await db.put('session', session, 'session');
}

/** Erases everything about the day, at its end, at signing out and when the office revokes the phone. The unsent rows stay. */
export async function eraseDay(db: PhoneDb): Promise<void> {
  await Promise.all([db.clear('session'), db.clear('route'), queueOf(db).forget(Infinity)]);
  await eraseTiles();
}

/** Stores the route, unless this phone was connected to another courier while it was read. */
export async function saveRoute(db: PhoneDb, courierId: string, route: StoredRoute): Promise<void> {
  const change = db.transaction(['session', 'route'], 'readwrite');
  const session = await change.objectStore('session').get('session');
  if (session?.courierId === courierId) await change.objectStore('route').put(route, 'route');
  await change.done;
}

/**
 * Measures the server's clock against the phone's.
 * @param now of the answer.
 * @param sentAt when the call began, and `arrivedAt` when it was answered, by the phone's clock.
 */
export function measureClock(now: string, sentAt: number, arrivedAt: number, known?: Clock): Clock {
  const rttMs = arrivedAt - sentAt;
  if (known && rttMs > GOOD_RTT_MS && rttMs > known.rttMs) return known;
  return { offsetMs: Math.round(Date.parse(now) - (sentAt + arrivedAt) / 2), rttMs };
}
