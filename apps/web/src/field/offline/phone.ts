import { keepStorage } from '#shared/browser/storage.ts';
import { connect, FieldFailure, readSession, signOut, textOf } from '../field-calls.ts';
import { exclusively } from './drain.ts';
import { refreshRoute } from './route.ts';
import { send, sendImmediately } from './sending.ts';
import { accept, end, showStored } from './session.ts';
import { channel, day, db, showProgress } from './shown.ts';
import { EMPTY_ROUTE, setSnapshot } from './store.ts';

/** How often the route is read while the page is visible. */
const REFRESH_MS = 20_000;

/** Opens the page: shows the stored route immediately, then the service's. */
export async function openPhone(): Promise<void> {
  setSnapshot({ phone: { name: 'opening' } });
  let isKnown = false;
  try {
    isKnown = await showStored();
    const sentAt = Date.now();
    await accept(await readSession(), sentAt);
  } catch (error) {
    if (error instanceof FieldFailure && error.isDisconnected) await end(isKnown ? 'ended' : 'disconnected');
    else if (!isKnown) setSnapshot({ phone: { name: 'failed', text: textOf(error) } });
  }
  if (!day.session) return;
  // Otherwise the browser may erase the queue when the phone is short of room.
  keepStorage();
  void send();
  await refreshRoute();
}

/**
 * Connects this phone with a link and its code.
 * @throws FieldFailure if it was refused.
 */
export async function connectPhone(secret: string, code: string): Promise<void> {
  const phone = await db();
  // No sender may use the new cookie for the previous courier's rows: without a stored session nothing is sent.
  await exclusively(async () => {
    const before = await phone.get('session', 'session');
    await phone.clear('session');
    const sentAt = Date.now();
    const session = await connect(secret, code).catch(async (error: unknown) => {
      if (before) await phone.put('session', before, 'session');
      throw error;
    });
    await accept(session, sentAt);
  });
  channel.postMessage('session');
  await openPhone();
}

/** Signs out and erases the day; what was not sent stays, encrypted. @throws FieldFailure if the service did not answer. */
export async function leave(): Promise<void> {
  await exclusively(signOut);
  await end('left');
}

/** Another tab was connected or disconnected. */
async function followSession(): Promise<void> {
  const wasKnown = day.session !== undefined;
  const isKnown = await showStored();
  if (isKnown) await refreshRoute();
  else if (wasKnown) setSnapshot({ phone: { name: 'ended' }, route: EMPTY_ROUTE });
}

/** Follows the signal, the visibility of the page and the other tabs. @returns stops following. */
export function followPhone(): () => void {
  const following = new AbortController();
  const { signal } = following;
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    void refreshRoute();
    sendImmediately();
  };
  document.addEventListener('visibilitychange', wake, { signal });
  globalThis.addEventListener('online', wake, { signal });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<'queue' | 'session' | { id: string; sent: number }>) => {
      if (data === 'session') void followSession();
      else void showProgress(data === 'queue' ? undefined : data);
    },
    { signal },
  );
  const clock = setInterval(() => {
    if (document.visibilityState === 'visible') void refreshRoute();
  }, REFRESH_MS);
  return () => {
    following.abort();
    clearInterval(clock);
  };
}
