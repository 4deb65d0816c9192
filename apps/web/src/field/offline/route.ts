import { FieldFailure, readRouteIfChanged, textOf } from '../field-calls.ts';
import { type StoredRoute } from './database.ts';
import { saveRoute } from './day.ts';
import { isOpen } from '../rules/stop-texts.ts';
import { queueOf } from './queue.ts';
import { sendIfDelayed } from './sending.ts';
import { end, measure } from './session.ts';
import { day, db, show } from './shown.ts';
import { setSnapshot, snapshot } from './store.ts';
import { eraseTiles } from './tile-cache.ts';

let reading: Promise<void> | undefined;

async function readNow(courierId: string): Promise<void> {
  const readAt = Date.now();
  const showCall = (changes: { online: boolean; problem: string | null }): void => {
    setSnapshot({ route: { ...snapshot.get().route, ...changes, isReading: false } });
  };
  setSnapshot({ route: { ...snapshot.get().route, isReading: true } });
  try {
    const answer = await readRouteIfChanged(day.route?.etag ?? null);
    const loadedAt = Date.now();
    if (answer) await measure(answer.route.now, readAt);
    // The service can be reached again, so rows with a later next attempt are sent now.
    sendIfDelayed();
    const known = answer ?? day.route;
    if (day.session?.courierId !== courierId || !known) return;
    const before = day.route?.route;
    const { end: ended, day: of } = known.route;
    // Once: the next route's tiles are kept, also after the confirmation of this one.
    const isOver = before && (before.day !== of || (ended?.confirmedAt && !before.end?.confirmedAt));
    if (isOver) await eraseTiles();
    day.route = { route: known.route, etag: known.etag, readAt, loadedAt };
    await (day.route.route.end?.confirmedAt
      ? keepTotals(courierId, day.route)
      : saveRoute(await db(), courierId, day.route));
    showCall({ online: true, problem: null });
    await show();
  } catch (error) {
    if (!(error instanceof FieldFailure)) throw error;
    if (error.isDisconnected) await end('ended');
    else if (error.kind === 'network') showCall({ online: false, problem: null });
    else showCall({ online: true, problem: textOf(error) });
  }
}

/** The office has confirmed the day: its totals stay on the phone, and recipients only of the next route. */
async function keepTotals(courierId: string, stored: StoredRoute): Promise<void> {
  const phone = await db();
  const route = { ...stored.route, stops: stored.route.stops.filter(isOpen), reviews: [] };
  await Promise.all([saveRoute(phone, courierId, { ...stored, etag: null, route }), queueOf(phone).forget(Infinity)]);
}

/** Reads the route now. Its result and any failure are shown by `useRoute`. */
export async function refreshRoute(): Promise<void> {
  if (!day.session) return;
  reading ??= readNow(day.session.courierId).finally(() => {
    reading = undefined;
  });
  await reading;
}
