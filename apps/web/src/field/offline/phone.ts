import { connect, FieldFailure, readRouteIfChanged, readSession, signOut, textOf } from '../field-calls.ts';
import { openPhoneDb, type PhoneDb, type QueueRow } from './database.ts';
import { eraseDay, measureClock, readDay, saveRoute, saveSession, type StoredDay } from './day.ts';
import { drain, exclusively } from './drain.ts';
import { type KnownVisit, stopsWith } from './overlay.ts';
import { currentPlace } from './place.ts';
import { type NewItem, type QueueBody, queueOf } from './queue.ts';
import { problemOf } from './sender.ts';
import { EMPTY_ROUTE, readSnapshot, setSnapshot } from './store.ts';
import { type Fix, type PhotoDraft, type QueueItem, type Session, type VisitDraft } from './types.ts';
import { holdUpdates } from './updates.ts';

/** How often the route is read while the page is visible. */
const REFRESH_MS = 20_000;

/** Exponential backoff after failed attempts to send: up to five minutes, with a jitter of half. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;

let database: Promise<PhoneDb> | undefined;
let day: StoredDay = { session: undefined, route: undefined, clock: undefined };

/** Decrypted rows by id, because each change of the queue shows all of them. */
const opened = new Map<string, QueueBody>();

let sending: { id: string; sent: number } | undefined;

/** Announces changes among tabs and the service worker. */
const channel = new BroadcastChannel('despacho-reparto');

const db = (): Promise<PhoneDb> => {
  // A newer version of the page changes the database: it must be running here as well.
  database ??= openPhoneDb(undefined, () => {
    location.reload();
  });
  return database;
};

async function bodyOf(phone: PhoneDb, row: QueueRow): Promise<QueueBody | undefined> {
  const known = opened.get(row.id);
  if (known) return known;
  const body = await queueOf(phone)
    .open(row)
    .catch(() => undefined);
  if (body) opened.set(row.id, body);
  return body;
}

const codeOf = (body: QueueBody | undefined): string =>
  body?.kind === 'visit' ? body.draft.order.code : body && 'code' in body ? body.code : '';

const stateOf = ({ id, state }: QueueRow) => (state === 'waiting' && sending?.id === id ? 'sending' : state);

function knownVisit(row: QueueRow, body: QueueBody | undefined, problem: string | null): KnownVisit[] {
  if (body?.kind !== 'visit') return [];
  const { draft, at, photos } = body;
  const { id, sentAt, inReview } = row;
  return [{ id, draft, photos: photos.map(({ kind }) => kind), at, state: stateOf(row), problem, inReview, sentAt }];
}

async function showOnce(): Promise<void> {
  const phone = await db();
  const rows = await queueOf(phone).rows();
  const courierId = day.session?.courierId;
  const items: QueueItem[] = [];
  const visits: KnownVisit[] = [];
  const others = new Set<string>();
  for (const row of rows) {
    if (row.courierId !== courierId) {
      if (row.kind === 'visit' || row.kind === 'photo')
        others.add(row.kind === 'photo' ? (row.after ?? row.id) : row.id);
      continue;
    }
    const body = await bodyOf(phone, row);
    const problem = problemOf(row, rows);
    visits.push(...knownVisit(row, body, problem));
    const state = stateOf(row);
    if (state === 'sent') continue;
    const { id, kind, bytes } = row;
    items.push({
      id,
      kind,
      code: codeOf(body),
      state,
      sent: state === 'sending' ? (sending?.sent ?? 0) : 0,
      bytes,
      problem,
    });
  }
  const { route } = readSnapshot();
  const stored = day.route;
  setSnapshot({
    queue: { items, others: others.size },
    route: {
      ...route,
      route: stored?.route ?? null,
      loadedAt: stored?.loadedAt ?? 0,
      stops: stored ? stopsWith(stored.route, visits, stored.readAt) : [],
    },
  });
}

let showing: Promise<void> | undefined;
let isStale = false;

/** Shows what the database contains. @returns once changes made before this call are shown. */
function show(): Promise<void> {
  isStale = true;
  const work = async (): Promise<void> => {
    while (isStale) {
      isStale = false;
      await showOnce();
    }
  };
  showing ??= work().finally(() => {
    showing = undefined;
  });
  return showing;
}

/** This phone is no longer connected: everything but the unsent queue is erased. */
async function end(name: 'ended' | 'left' | 'disconnected'): Promise<void> {
  await eraseDay(await db());
  day = { ...day, session: undefined, route: undefined };
  opened.clear();
  setSnapshot({ phone: { name }, route: EMPTY_ROUTE });
  channel.postMessage('session');
  await show();
}

async function measure(now: string, sentAt: number): Promise<void> {
  day.clock = measureClock(now, sentAt, Date.now(), day.clock);
  await (await db()).put('clock', day.clock, 'clock');
}

/** Stores the courier that the service reports for this phone. */
async function accept(session: Session, sentAt: number): Promise<void> {
  const phone = await db();
  await saveSession(phone, session);
  const isSame = day.session?.courierId === session.courierId;
  if (!isSame) {
    day.route = undefined;
    opened.clear();
  }
  day.session = session;
  await measure(session.now, sentAt);
  if (!isSame || readSnapshot().phone.name !== 'connected') setSnapshot({ phone: { name: 'connected', session } });
}

/** Shows what is stored, without asking the service. @returns whether a courier is known. */
async function showStored(): Promise<boolean> {
  day = await readDay(await db(), Date.now());
  opened.clear();
  await show();
  if (day.session) setSnapshot({ phone: { name: 'connected', session: day.session } });
  return day.session !== undefined;
}

/** Opens the page: shows the stored route immediately, then the service's. */
export async function openPhone(): Promise<void> {
  setSnapshot({ phone: { name: 'opening' } });
  const isKnown = await showStored();
  const sentAt = Date.now();
  try {
    await accept(await readSession(), sentAt);
  } catch (error) {
    if (error instanceof FieldFailure && error.isDisconnected) await end(isKnown ? 'ended' : 'disconnected');
    else if (!isKnown) setSnapshot({ phone: { name: 'failed', text: textOf(error) } });
  }
  if (!day.session) return;
  // Otherwise the browser may erase the queue when the phone is short of room.
  await navigator.storage.persist().catch(() => false);
  await Promise.all([refreshRoute(), send()]);
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

let reading: Promise<void> | undefined;

async function readNow(courierId: string): Promise<void> {
  const readAt = Date.now();
  const showCall = (changes: { online: boolean; problem: string | null }): void => {
    setSnapshot({ route: { ...readSnapshot().route, ...changes, isReading: false } });
  };
  setSnapshot({ route: { ...readSnapshot().route, isReading: true } });
  try {
    const answer = await readRouteIfChanged(day.route?.etag ?? null);
    const loadedAt = Date.now();
    if (answer) await measure(answer.route.now, readAt);
    // The service can be reached again: what waits for its next attempt need not.
    if (failures > 0) {
      failures = 0;
      void send();
    }
    const known = answer ?? day.route;
    if (day.session?.courierId !== courierId || !known) return;
    day.route = { route: known.route, etag: known.etag, readAt, loadedAt };
    await (day.route.route.end?.confirmedAt ? eraseStops() : saveRoute(await db(), courierId, day.route));
    showCall({ online: true, problem: null });
    await show();
  } catch (error) {
    if (!(error instanceof FieldFailure)) throw error;
    if (error.isDisconnected) await end('ended');
    else if (error.kind === 'network') showCall({ online: false, problem: null });
    else showCall({ online: true, problem: textOf(error) });
  }
}

/** The office has confirmed the day: it is shown, but no longer stored. */
async function eraseStops(): Promise<void> {
  const phone = await db();
  await Promise.all([phone.clear('route'), queueOf(phone).forget(Infinity)]);
}

/** Reads the route now. Its result and any failure are shown by `useRoute`. */
export async function refreshRoute(): Promise<void> {
  if (!day.session) return;
  reading ??= readNow(day.session.courierId).finally(() => {
    reading = undefined;
  });
  await reading;
}

let failures = 0;
let running: Promise<void> | undefined;
let isWanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  let result: Awaited<ReturnType<typeof drain>> = 'idle';
  while (isWanted) {
    isWanted = false;
    result = await drain({
      db: await db(),
      report: (progress) => {
        sending = progress;
        channel.postMessage(progress ?? 'queue');
        void show();
      },
      onSession: accept,
    });
  }
  sending = undefined;
  await show();
  if (result === 'disconnected') await end('ended');
  else if (result === 'idle') failures = 0;
  else {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    timer = setTimeout(() => void send(), wait * (0.5 + Math.random()));
  }
}

/** Sends the queue, until it is empty or the service cannot be reached; then again later. */
function send(): Promise<void> {
  isWanted = true;
  running ??= sendAll().finally(() => {
    running = undefined;
    // Something was stored while the last attempt was ending.
    if (isWanted) void send();
  });
  return running;
}

/** Sends now, and repeats what failed. */
export async function sendNow(): Promise<void> {
  const queue = queueOf(await db());
  for (const { seq, state, courierId } of await queue.rows())
    if (state === 'failed' && courierId === day.session?.courierId)
      await queue.update(seq, { state: 'waiting', problem: null, tries: 0 });
  failures = 0;
  await send();
}

/** Gives up something that failed, with the photos of it, after the courier confirmed that. */
export async function discard(id: string): Promise<void> {
  const queue = queueOf(await db());
  for (const row of await queue.rows())
    if ((row.id === id && row.state === 'failed') || (row.after === id && row.kind === 'photo'))
      await queue.remove(row);
  channel.postMessage('queue');
  await show();
}

/** Lets the browser send the queue after this page is closed, where it can. */
async function requestSync(): Promise<void> {
  // Absent in some browsers, although the types require it.
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const sync = (registration as { sync?: { register: (tag: string) => Promise<void> } } | undefined)?.sync;
  await sync?.register('send').catch(() => undefined);
}

/** Stores items durably and begins to send them. */
async function enqueue(items: readonly NewItem[]): Promise<void> {
  if (!day.session) throw new Error('no courier is connected');
  const release = holdUpdates();
  try {
    await queueOf(await db()).add(day.session.courierId, items, Date.now());
  } finally {
    release();
  }
  channel.postMessage('queue');
  await show();
  void requestSync();
  void send();
}

const moment = () => ({ at: new Date().toISOString(), clockOffsetMs: day.clock?.offsetMs ?? null });

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function storeVisit(draft: VisitDraft, photos: readonly PhotoDraft[], corrects?: string): Promise<void> {
  const { at, clockOffsetMs } = moment();
  const place = await currentPlace();
  const id = crypto.randomUUID();
  const pictures = await Promise.all(
    photos.map(async ({ kind, blob }) => {
      const bytes = await blob.arrayBuffer();
      return { id: crypto.randomUUID(), kind, bytes, sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) };
    }),
  );
  const visit: NewItem = {
    id,
    ...(corrects !== undefined && { after: corrects }),
    body: {
      kind: 'visit',
      draft,
      at,
      clockOffsetMs,
      place,
      ...(corrects !== undefined && { corrects }),
      photos: pictures.map((each) => ({ id: each.id, kind: each.kind })),
    },
  };
  await enqueue([
    visit,
    ...pictures.map(({ id: photo, kind, bytes, sha256 }): NewItem => ({
      id: photo,
      after: id,
      bytes,
      body: { kind: 'photo', visit: id, code: draft.order.code, type: kind, sha256, takenAt: at, clockOffsetMs, place },
    })),
  ]);
}

/**
 * Closes a visit.
 * @returns once it is stored on this phone, whether or not there is a signal.
 * @throws PhoneFull if the phone has no room for it.
 */
export const closeVisit = (draft: VisitDraft, photos: readonly PhotoDraft[]): Promise<void> =>
  storeVisit(draft, photos);

/** How long a courier may correct a visit. */
export const CORRECTION_MS = 5 * 60_000;

/** Replaces an own visit, up to `CORRECTION_MS` after it. @param photos are added to those of the first visit. */
export async function correctVisit(visitId: string, draft: VisitDraft, photos: readonly PhotoDraft[]): Promise<void> {
  const rows = await queueOf(await db()).rows();
  // The service does not have a visit that it refused: this one takes its place.
  const isRefused = rows.some(({ id, state }) => id === visitId && state === 'failed');
  await storeVisit(draft, photos, isRefused ? undefined : visitId);
}

/** «Salí a ruta», for all own stops. */
export const startRoute = (): Promise<void> =>
  enqueue([{ id: crypto.randomUUID(), body: { kind: 'start', ...moment() } }]);

/** «Cierre del día». */
export const endDay = (): Promise<void> => {
  const unsent = readSnapshot().queue.items.filter(({ kind }) => kind === 'visit' || kind === 'photo').length;
  return enqueue([{ id: crypto.randomUUID(), body: { kind: 'end', ...moment(), unsent } }]);
};

/** Marks the office's note of a stop as read, once. @param code of its order. */
export async function readNote(note: string, code = ''): Promise<void> {
  const isStored = [...opened.values()].some((body) => body.kind === 'note' && body.note === note);
  if (!isStored) await enqueue([{ id: crypto.randomUUID(), body: { kind: 'note', note, code } }]);
}

/** Maximum number of waiting batches of positions: two hours without a signal. */
const MAX_POSITIONS = 120;

/** Removes every second of the older batches when too many wait. */
async function thinPositions(): Promise<void> {
  const queue = queueOf(await db());
  const waiting = (await queue.rows()).filter(({ kind, state }) => kind === 'positions' && state === 'waiting');
  if (waiting.length < MAX_POSITIONS) return;
  const older = waiting.toSorted((one, other) => one.at - other.at).slice(0, MAX_POSITIONS / 2);
  for (const [index, row] of older.entries()) if (index % 2 === 1) await queue.remove(row);
}

/** Adds positions to what is sent. */
export async function enqueuePositions(fixes: readonly Fix[]): Promise<void> {
  await thinPositions();
  await enqueue([
    {
      id: crypto.randomUUID(),
      body: { kind: 'positions', fixes: [...fixes], clockOffsetMs: day.clock?.offsetMs ?? null },
    },
  ]);
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
    failures = 0;
    void refreshRoute();
    void send();
  };
  document.addEventListener('visibilitychange', wake, { signal });
  globalThis.addEventListener('online', wake, { signal });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<'queue' | 'session' | { id: string; sent: number }>) => {
      if (data === 'session') void followSession();
      else {
        sending = data === 'queue' ? undefined : data;
        void show();
      }
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
