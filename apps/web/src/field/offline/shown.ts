import { openChannel } from '#shared/browser/channel.ts';
import { openPhoneDb, type PhoneDb, type QueueRow } from './database.ts';
import { type StoredDay } from './day.ts';
import { inOwnOrder, type KnownOrder, type KnownStart, type KnownVisit, reviewsOf, stopsWith } from './overlay.ts';
import { type QueueBody, queueOf } from './queue.ts';
import { type Unsent } from '../rules/unsent-text.ts';
import { problemOf } from './sender.ts';
import { setSnapshot, snapshot } from './store.ts';
import { isFull, PhoneFull, type QueueItem, type SendState } from './types.ts';

let database: Promise<PhoneDb> | undefined;

/** What this tab has read from the database or received from the service. */
export const day: StoredDay = { session: undefined, route: undefined, clock: undefined };

/** Decrypted rows by id, because each change of the queue shows all of them. */
export const opened = new Map<string, QueueBody>();

let sending: { id: string; sent: number } | undefined;

/** Announces changes among tabs and the service worker. */
export const channel = openChannel('despacho-reparto');

const forgetDatabase = (): void => {
  database = undefined;
};

/** Opens this phone's database once. @throws PhoneFull if there is no room to open it. */
export const db = (): Promise<PhoneDb> => {
  // A newer version of the page changes the database: it must be running here as well.
  database ??= openPhoneDb(undefined, () => location.reload(), forgetDatabase).catch((cause: unknown) => {
    forgetDatabase();
    throw isFull(cause) ? new PhoneFull('database', { cause }) : cause;
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

const whatOf = ({ kind }: QueueRow, body: QueueBody | undefined): Unsent => {
  if (kind === 'visit') return body?.kind === 'visit' && body.draft.to === 'entregada' ? 'entrega' : 'visita';
  if (kind === 'photo') return body?.kind === 'photo' && body.type === 'firma' ? 'firma' : 'foto';
  return 'aviso';
};

function stateOf({ id, state, problem }: QueueRow): SendState {
  if (state !== 'waiting') return state;
  if (sending?.id === id) return 'sending';
  return problem === null ? state : 'stuck';
}

function knownVisit(row: QueueRow, body: QueueBody | undefined, problem: string | null): KnownVisit[] {
  if (body?.kind !== 'visit') return [];
  const { draft, at, photos } = body;
  const { id, sentAt, inReview } = row;
  return [{ id, draft, photos: photos.map(({ kind }) => kind), at, state: stateOf(row), problem, inReview, sentAt }];
}

/** @returns a start that the service has received or will receive. */
function knownStart({ state, sentAt }: QueueRow, body: QueueBody | undefined): KnownStart | undefined {
  if (body?.kind !== 'start' || state === 'failed') return undefined;
  return { missing: body.missing ?? [], at: Date.parse(body.at) + (body.clockOffsetMs ?? 0), sentAt };
}

async function showOnce(): Promise<void> {
  const phone = await db();
  const rows = await queueOf(phone).rows();
  const courierId = day.session?.courierId;
  const items: QueueItem[] = [];
  const visits: KnownVisit[] = [];
  const orders: KnownOrder[] = [];
  let start: KnownStart | undefined;
  const others = new Set<string>();
  const minutes = new Set<number>();
  for (const row of rows) {
    if (row.courierId !== courierId) {
      if (row.kind === 'visit' || row.kind === 'photo')
        others.add(row.kind === 'photo' ? (row.after ?? row.id) : row.id);
      continue;
    }
    const { id, kind, bytes } = row;
    if (kind === 'positions') {
      minutes.add(Math.floor(row.at / 60_000));
      continue;
    }
    const body = await bodyOf(phone, row);
    const problem = problemOf(row, rows);
    visits.push(...knownVisit(row, body, problem));
    start = knownStart(row, body) ?? start;
    if (body?.kind === 'order' && row.state !== 'failed' && body.day === day.route?.route.day)
      orders.push({ before: body.before, stops: body.stops, sentAt: row.sentAt });
    const state = stateOf(row);
    if (state === 'sent') continue;
    items.push({
      id,
      kind,
      what: whatOf(row, body),
      code: codeOf(body),
      state,
      sent: state === 'sending' ? (sending?.sent ?? 0) : 0,
      bytes,
      problem,
    });
  }
  const { route } = snapshot.get();
  const stored = day.route;
  const answered = stored ? stopsWith(stored.route, visits, stored.readAt, start) : [];
  setSnapshot({
    queue: { items, minutes: minutes.size, others: others.size },
    route: {
      ...route,
      route: stored?.route ?? null,
      clockOffsetMs: day.clock?.offsetMs ?? 0,
      ...inOwnOrder(answered, orders, { day: stored?.route.day ?? '', readAt: stored?.readAt ?? 0 }),
      reviews: stored ? reviewsOf(stored.route, visits) : [],
    },
  });
}

let showing: Promise<void> | undefined;
let isStale = false;

/** Shows what the database contains. @returns once changes made before this call are shown. */
export function show(): Promise<void> {
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

/** Shows which item is being sent, by this tab or another; undefined for none. */
export function showProgress(progress: typeof sending): Promise<void> {
  sending = progress;
  return show();
}
