import { type Services } from '../services.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { countAfter, newestPositions, type Positions, type StoredEvent } from './events-repository.ts';

/** Rows read at a time. */
const BATCH = 200;
/** Somebody who missed more than this reads the data again faster than the story of it. */
const LONGEST_REPLAY = 1000;

/** One thing to tell a reader, and the cursor they hold once they know it. `place` tells the cursor alone. */
export type Step = { kind: 'event'; event: StoredEvent; cursor: string } | { kind: 'place' | 'reset'; cursor: string };

async function resume({ db }: Services, newest: Positions, lastEventId: string): Promise<Positions | undefined> {
  const held = decodeCursor(lastEventId, newest.keys());
  if (!held) return undefined;
  const grown = [...newest].filter(([office, position]) => held.get(office) !== position);
  let missed = 0;
  for (const [office, position] of grown) {
    const from = held.get(office) ?? 0;
    if (from > position) return undefined;
    missed += position - from;
  }
  if (missed > LONGEST_REPLAY) return undefined;
  let kept = 0;
  for (const [office] of grown) kept += await countAfter(db, office, held.get(office) ?? 0);
  // Positions have no gaps, so fewer rows than positions means that some are no longer kept.
  return kept < missed ? undefined : held;
}

/**
 * The events of some offices from now on, or from where `lastEventId` stands. A `reset` comes first when that place is
 * unknown, no longer kept or too far back.
 * @param signal ends it.
 * @param isFor whether this reader may know of an event; the cursor moves over the others.
 */
export async function* followEvents(
  services: Services,
  officeIds: readonly string[],
  { lastEventId, isFor, signal }: { lastEventId?: string; isFor: (event: StoredEvent) => boolean; signal: AbortSignal },
): AsyncGenerator<Step, void, undefined> {
  const { db, feed } = services;
  let positions = new Map<string, number>();
  /** Offices whose log may have grown, and up to which position: Infinity where nobody knows. Only these are read. */
  const pending = new Map<string, number>();
  let woken = Promise.withResolvers<undefined>();
  // Before the first reading, so that nothing written in between goes unnoticed.
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
      let told = true;
      for (const event of batch) {
        positions.set(officeId, event.position);
        told = isFor(event);
        if (told) yield { kind: 'event', event, cursor: encodeCursor(positions) };
      }
      if (!told) yield { kind: 'place', cursor: encodeCursor(positions) };
      // After the other offices, so that a busy one does not hold them up.
      if (batch.length === BATCH) pending.set(officeId, Infinity);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    unfollow();
  }
}
