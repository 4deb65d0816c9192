import { type FieldSession } from '@despacho/contracts/dispatch';
import { writeStored } from '#shared/state/browser-storage.ts';
import { eraseDay, measureClock, readDay, saveSession } from './day.ts';
import { channel, day, db, opened, show } from './shown.ts';
import { EMPTY_ROUTE, setSnapshot, snapshot } from './store.ts';
import { setLastOrder } from '../state/last-order.ts';

/** The data of a courier outside the database: ticks with labels of parcels, and an order that can be undone. */
function forgetCourier(): void {
  writeStored(null, 'despacho.reparto.carga');
  setLastOrder(null);
}

/** This phone is no longer connected: everything but the unsent queue is erased. */
export async function end(name: 'ended' | 'left' | 'disconnected'): Promise<void> {
  await eraseDay(await db());
  forgetCourier();
  Object.assign(day, { session: undefined, route: undefined });
  opened.clear();
  setSnapshot({ phone: { name }, route: EMPTY_ROUTE });
  channel.postMessage('session');
  await show();
}

/** Measures the clock with an answer. @param sentAt when its call began. */
export async function measure(now: string, sentAt: number): Promise<void> {
  day.clock = measureClock(now, sentAt, Date.now(), day.clock);
  await (await db()).put('clock', day.clock, 'clock');
}

/** Stores the courier that the service reports for this phone. */
export async function accept(session: FieldSession, sentAt: number): Promise<void> {
  const phone = await db();
  await saveSession(phone, session);
  const known = day.session;
  const isSame = known?.courierId === session.courierId;
  if (!isSame) {
    day.route = undefined;
    opened.clear();
    // If none is known yet, it may be the same courier after a reload.
    if (known) forgetCourier();
  }
  day.session = session;
  await measure(session.now, sentAt);
  if (!isSame || snapshot.get().phone.name !== 'connected') setSnapshot({ phone: { name: 'connected', session } });
}

/** Shows the stored data, without a request to the service. @returns whether a courier is known. */
export async function showStored(): Promise<boolean> {
  Object.assign(day, await readDay(await db(), Date.now()));
  opened.clear();
  await show();
  if (day.session) setSnapshot({ phone: { name: 'connected', session: day.session } });
  return day.session !== undefined;
}
