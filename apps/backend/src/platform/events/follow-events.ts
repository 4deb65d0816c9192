import { type PlatformServices } from '../services.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { countAfter, newestPositions, type Positions, type StoredEvent } from './events-repository.ts';

/** Rows per query. */
const BATCH = 200;
/** A reader who missed more events than this reloads faster than it replays. */
const MAX_REPLAY = 1000;

/** A step of a stream, and the cursor after it. `place` moves only the cursor. */
export type Step = { kind: 'event'; event: StoredEvent; cursor: string } | { kind: 'place' | 'reset'; cursor: string };

async function resume(
  { db }: PlatformServices,
  newest: Positions,
  lastEventId: string,
): Promise<Positions | undefined> {
  const held = decodeCursor(lastEventId, newest.keys());
  if (!held) return undefined;
  const grown = [...newest].filter(([office, position]) => held.get(office) !== position);
  let missed = 0;
  for (const [office, position] of grown) {
    const from = held.get(office) ?? 0;
    if (from > position) return undefined;
    missed += position - from;
  }
  if (missed > MAX_REPLAY) return undefined;
  let kept = 0;
  for (const [office] of grown) kept += await countAfter(db, office, held.get(office) ?? 0);
  // Positions have no gaps, so fewer rows than positions means that some were deleted.
  return kept < missed ? undefined : held;
}

/**
 * The events of some offices from now on, or from `lastEventId`. Starts with a `reset` if that position is unknown,
 * deleted or too old.
 * @param signal ends it.
 * @param isFor whether this reader may see an event; for others only the cursor moves.
 */
export async function* followEvents(
  services: PlatformServices,
  officeIds: readonly string[],
  { lastEventId, isFor, signal }: { lastEventId?: string; isFor: (event: StoredEvent) => boolean; signal: AbortSignal },
): AsyncGenerator<Step, void, undefined> {
  const { db, feed } = services;
  let positions = new Map<string, number>();
  /** Offices to read, with the position to read up to: Infinity if unknown. */
  const pending = new Map<string, number>();
  let woken = Promise.withResolvers<undefined>();
  // Subscribe before the first read, so that no event in between is missed.
  const unfollow = feed.follow(officeIds, (officeId, newest = Infinity) => {
    if ((positions.get(officeId) ?? -1) >= newest) return;
    pending.set(officeId, Math.max(newest, pending.get(officeId) ?? 0));
    woken.resolve(undefined);
  });
  const stop = (): void => {
    woken.resolve(undefined);
  };
  signal.addEventListener('abort', stop);
  try {
    const newest = await newestPositions(db, officeIds);
    const resumed = lastEventId === undefined ? newest : await resume(services, newest, lastEventId);
    positions = new Map(resumed ?? newest);
    for (const [officeId, position] of newest) pending.set(officeId, Math.max(position, pending.get(officeId) ?? 0));
    yield { kind: resumed ? 'place' : 'reset', cursor: encodeCursor(positions) };

    while (!signal.aborted) {
      const [next] = pending;
      if (!next) {
        await woken.promise;
        woken = Promise.withResolvers<undefined>();
        continue;
      }
      const [officeId, upTo] = next;
      const position = positions.get(officeId) ?? 0;
      pending.delete(officeId);
      if (position >= upTo) continue;
      const batch = await feed.reads.after(officeId, position, BATCH);
      let isVisible = true;
      for (const event of batch) {
        positions.set(officeId, event.position);
        isVisible = isFor(event);
        if (isVisible) yield { kind: 'event', event, cursor: encodeCursor(positions) };
      }
      if (!isVisible) yield { kind: 'place', cursor: encodeCursor(positions) };
      // Back of the queue, so that a busy office does not delay the others.
      if (batch.length === BATCH) pending.set(officeId, Infinity);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    unfollow();
  }
}
