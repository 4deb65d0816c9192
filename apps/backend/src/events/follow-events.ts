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
  let missed = 0;
  for (const [office, position] of newest) {
    const from = held.get(office) ?? 0;
    if (from > position) return undefined;
    missed += position - from;
  }
  if (missed > LONGEST_REPLAY) return undefined;
  // Positions have no gaps, so fewer rows than positions means that some are no longer kept.
  return (await countAfter(db, held)) < missed ? undefined : held;
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
  let wake = Promise.withResolvers<undefined>();
  const rouse = (): void => {
    wake.resolve(undefined);
  };
  // Before the first reading, so that nothing written in between goes unnoticed.
  const unfollow = feed.follow(officeIds, rouse);
  signal.addEventListener('abort', rouse);
  try {
    const newest = await newestPositions(db, officeIds);
    const resumed = lastEventId === undefined ? newest : await resume(services, newest, lastEventId);
    const positions = new Map(resumed ?? newest);
    yield { kind: resumed ? 'place' : 'reset', cursor: encodeCursor(positions) };

    while (!signal.aborted) {
      const batch = await feed.reads.after(positions, BATCH);
      let told = true;
      for (const event of batch) {
        positions.set(event.officeId, event.position);
        told = isFor(event);
        if (told) yield { kind: 'event', event, cursor: encodeCursor(positions) };
      }
      if (!told) yield { kind: 'place', cursor: encodeCursor(positions) };
      if (batch.length < BATCH) await wake.promise;
      wake = Promise.withResolvers<undefined>();
    }
  } finally {
    signal.removeEventListener('abort', rouse);
    unfollow();
  }
}
