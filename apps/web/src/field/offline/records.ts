import { currentPlace, exactPlace } from './place.ts';
import { type NewItem, queueOf } from './queue.ts';
import { enqueue } from './sending.ts';
import { day, db, opened } from './shown.ts';
import { snapshot } from './store.ts';
import { type Fix, type PhotoDraft, type Stop, type VisitDraft } from './types.ts';

const moment = () => ({ at: new Date().toISOString(), clockOffsetMs: day.clock?.offsetMs ?? null });

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns the visit of the same order that must be sent first, if one still waits. */
async function earlierOf({ order }: VisitDraft): Promise<string | undefined> {
  const rows = await queueOf(await db()).rows();
  const isOfOrder = (id: string): boolean => {
    const body = opened.get(id);
    return body?.kind === 'visit' && body.draft.order.id === order.id;
  };
  return rows.findLast(({ id, state }) => state === 'waiting' && isOfOrder(id))?.id;
}

/** @returns what one confirmation has in common: when and where, and its pictures. */
export async function sharedOf(photos: readonly PhotoDraft[]) {
  const place = await currentPlace();
  const pictures = await Promise.all(
    photos.map(async ({ kind, blob, fileAt }) => {
      const bytes = await blob.arrayBuffer();
      return { kind, bytes, fileAt, sha256: hex(await crypto.subtle.digest('SHA-256', bytes)) };
    }),
  );
  return { ...moment(), place, pictures };
}

/** @returns a visit and its photos, as rows of the queue. */
async function itemsOf(
  draft: VisitDraft,
  { at, clockOffsetMs, place, pictures: shared }: Awaited<ReturnType<typeof sharedOf>>,
  corrects?: string,
): Promise<NewItem[]> {
  const id = crypto.randomUUID();
  const pictures = shared.map((picture) => ({ ...picture, id: crypto.randomUUID() }));
  const after = corrects ?? (await earlierOf(draft));
  const visit: NewItem = {
    id,
    ...(after !== undefined && { after }),
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
  return [
    visit,
    ...pictures.map(({ id: photo, kind, bytes, sha256, fileAt }): NewItem => ({
      id: photo,
      after: id,
      bytes,
      body: {
        kind: 'photo',
        visit: id,
        code: draft.order.code,
        type: kind,
        sha256,
        takenAt: at,
        fileAt,
        clockOffsetMs,
        place,
      },
    })),
  ];
}

/**
 * Closes the visits of one door with the same photos: all of them or none.
 * @returns once they are stored on this phone, whether or not there is a signal.
 * @throws PhoneFull if the phone has no room for them.
 */
export async function closeVisits(drafts: readonly VisitDraft[], photos: readonly PhotoDraft[]): Promise<void> {
  const shared = await sharedOf(photos);
  const door = drafts.length > 1 ? { door: crypto.randomUUID() } : {};
  const items = await Promise.all(drafts.map((draft) => itemsOf({ ...draft, ...door }, shared)));
  await enqueue(items.flat());
}

/** Puts the open stops into another order. @param before their ids as shown; @param stops the same in the new order. */
export const reorderStops = (before: readonly string[], stops: readonly string[]): Promise<void> =>
  enqueue([
    {
      id: crypto.randomUUID(),
      body: {
        kind: 'order',
        ...moment(),
        day: day.route?.route.day ?? '',
        before: [...before],
        stops: [...stops],
      },
    },
  ]);

/** How long a courier may correct a visit. */
export const CORRECTION_MS = 5 * 60_000;

/** Replaces a visit of this phone, up to `CORRECTION_MS` after it. @param photos are added to those of the first visit. */
export async function correctVisit(visitId: string, draft: VisitDraft, photos: readonly PhotoDraft[]): Promise<void> {
  const rows = await queueOf(await db()).rows();
  // The service does not have a visit that it refused: this one takes its place.
  const isRefused = rows.some(({ id, state }) => id === visitId && state === 'failed');
  await enqueue(await itemsOf(draft, await sharedOf(photos), isRefused ? undefined : visitId));
}

/**
 * «Salí a ruta», for all own stops but those whose parcels were missing.
 * @param missing ids of their orders. @param of the day of the route, if the courier stated it.
 */
export const startRoute = (missing: readonly string[] = [], of?: string): Promise<void> =>
  enqueue([
    {
      id: crypto.randomUUID(),
      body: {
        kind: 'start',
        ...moment(),
        ...(missing.length > 0 && { missing: [...missing] }),
        ...(of !== undefined && { day: of }),
      },
    },
  ]);

/** «Cierre del día». */
export const endDay = (): Promise<void> => {
  const unsent = snapshot.get().queue.items.filter(({ kind }) => kind === 'visit' || kind === 'photo').length;
  return enqueue([{ id: crypto.randomUUID(), body: { kind: 'end', ...moment(), unsent } }]);
};

/** Marks the office's note of a stop as read, once. @param code of its order. */
export async function readNote(note: string, code = ''): Promise<void> {
  const isStored = [...opened.values()].some((body) => body.kind === 'note' && body.note === note);
  if (!isStored) await enqueue([{ id: crypto.randomUUID(), body: { kind: 'note', note, code } }]);
}

/**
 * «La puerta es aquí»: stores where the phone is as the door of a stop.
 * @returns why it did not, for the courier; undefined if it did.
 */
export async function markDoor({ id: order, code, attempt }: Stop): Promise<string | undefined> {
  const place = await exactPlace();
  if (typeof place === 'string') return place;
  await enqueue([{ id: crypto.randomUUID(), body: { kind: 'door', order, code, attempt, ...moment(), place } }]);
  return undefined;
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

/** Adds positions to the queue. */
export async function enqueuePositions(fixes: readonly Fix[]): Promise<void> {
  await thinPositions();
  await enqueue([
    {
      id: crypto.randomUUID(),
      body: { kind: 'positions', fixes: [...fixes], clockOffsetMs: day.clock?.offsetMs ?? null },
    },
  ]);
}
