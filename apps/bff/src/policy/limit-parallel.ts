import { type Asker } from '@despacho/server/fair-turns';
import { type Request, type RequestHandler } from 'express';
import { type MatchedRoute } from './match.ts';
import { type Services } from '#services.ts';
import { personName } from '#session/owner.ts';
import { isSignedIn } from '#session/record.ts';
import { createKeyedSlots, tooManyAtOnce, type SlotLimits } from '#throttle/keyed-slots.ts';

/** Concurrent requests of a session, by kind. */
export const PARALLEL_LIMITS = {
  calls: { running: 16, waiting: 64 },
  /** Per row with its own budget: a large map requests about a hundred tiles together. */
  own: { running: 16, waiting: 256 },
  /** Downloads last as long as their reader. The service sends one at a time, and refuses what waits there for 8 s. */
  files: { running: 2, waiting: 20 },
} as const satisfies Record<string, SlotLimits>;

/** @returns undefined for event streams, whose oldest ends for a new one (open-streams.ts). */
function budgetOf({ operation, policy }: MatchedRoute): keyof typeof PARALLEL_LIMITS | undefined {
  const { response } = operation;
  if (policy.ownRate) return 'own';
  if (response === null || !('stream' in response)) return 'calls';
  return response.file ? 'files' : undefined;
}

/**
 * @returns for whom a response is prepared: the branch as company, because every host states it. Responses of phones and guests
 * are small.
 */
function askerOf({ session: { live, linked }, deadline }: Request): Asker {
  const person = isSignedIn(live) ? live.record.person : undefined;
  return {
    company: person?.officeId ?? 'linked',
    person: person ? personName(person) : (linked?.key ?? ''),
    gone: deadline.signal,
  };
}

/** @returns the session that a request counts for, and whose responses are counted together. */
function callerOf({ session: { live, linked } }: Request): { key: string; owner: string } | undefined {
  if (linked) return { key: linked.key, owner: `${linked.principal} ${linked.key}` };
  return isSignedIn(live) ? { key: live.key, owner: personName(live.record.person) } : undefined;
}

/**
 * Limits the concurrent requests of a session. A request counts until its response has left this process, so unread
 * responses delay others. Its response counts towards the bytes of its user, above which no more upstream calls are
 * made. Without a session responses are small, and requests are limited by address and site.
 */
export function limitParallel({ held, largeAnswers }: Pick<Services, 'held' | 'largeAnswers'>): RequestHandler {
  const turns = {
    calls: createKeyedSlots(PARALLEL_LIMITS.calls),
    own: createKeyedSlots(PARALLEL_LIMITS.own),
    files: createKeyedSlots(PARALLEL_LIMITS.files),
  };
  return async (req, res, next) => {
    const session = callerOf(req);
    const budget = budgetOf(req.matched);
    if (!session || !budget) {
      next();
      return;
    }
    const key = budget === 'own' ? `${session.key} ${req.matched.id}` : session.key;
    const leave = await turns[budget].take(key, req.deadline.signal);
    if (res.closed) {
      leave();
      return;
    }
    res.once('close', leave);
    if (held.isFull(session.owner)) throw tooManyAtOnce();
    req.held = held.hold(session.owner, res);
    const asker = askerOf(req);
    largeAnswers.note(asker.company);
    req.inTurn = (bytes, work) => largeAnswers.run(asker, bytes, work);
    next();
  };
}
