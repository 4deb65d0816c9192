import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { STALE_AFTER_MS } from '#session/freshness.ts';
import { isSignedIn, type LiveSession, type SignedInSession } from '#session/record.ts';

/** Often enough that, with the age of the known permissions, a change reaches a stream within a minute. */
export const RECHECK_MS = 15_000;
const RECHECK_AGE_MS = STALE_AFTER_MS - RECHECK_MS;

const rights = ({ record: { person } }: SignedInSession): string =>
  JSON.stringify([person.charge, person.officeId, [...person.modules].sort()]);

type Parts = Pick<Services, 'freshness' | 'now' | 'sessions' | 'streamLimits'>;
type Timed = Parts & Pick<Services, 'every' | 'accountChanges'>;

/** The stored session now; `away` if the store does not answer. */
const openedOrAway = (cookie: unknown, { sessions }: Parts): Promise<LiveSession | undefined | 'away'> =>
  sessions.open(cookie).catch(() => 'away' as const);

/** Whether the host refused the session's token. Its outage is no reason to end a stream. */
async function refused(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    return error instanceof Failure && error.kind === 'session-ended';
  }
}

/**
 * @returns a function that checks whether the session of a stream still exists with the same permissions. During an
 * outage of the store it uses the last known state, asks the credentials host without writing, and passes for a limited
 * time.
 */
export function createRecheck(opened: SignedInSession, cookie: unknown, parts: Parts): () => Promise<boolean> {
  const { freshness, now, sessions, streamLimits } = parts;
  const atFirst = rights(opened);
  let known: SignedInSession = { ...opened };
  let awaySince: number | undefined;
  const signal = new AbortController().signal;

  async function allowedWithoutStore(): Promise<boolean> {
    awaySince ??= now();
    const over = () => now() >= sessions.endsOf(known.record).idleEndsAt;
    if (now() - awaySince >= streamLimits.storeAway || over()) return false;
    return !(await refused(freshness.look(known, RECHECK_AGE_MS, signal))) && !over() && rights(known) === atFirst;
  }

  return async () => {
    const current = await openedOrAway(cookie, parts);
    if (current === 'away') return allowedWithoutStore();
    awaySince = undefined;
    if (!isSignedIn(current)) return false;
    // The current session: the record that a stream was opened with may be hours old.
    known = current;
    return !(await refused(freshness.ensure(current, RECHECK_AGE_MS, signal))) && rights(current) === atFirst;
  };
}

/**
 * Checks the session of a stream or download regularly, and when a change of the user's account is reported.
 * @param end called when the stream must end.
 * @returns a function that stops the checks.
 */
export function keepRechecking(opened: SignedInSession, cookie: unknown, services: Timed, end: () => void): () => void {
  const stillAllowed = createRecheck(opened, cookie, services);
  const check = async (): Promise<void> => {
    if (!(await stillAllowed())) end();
  };
  const stop = services.every(RECHECK_MS, check);
  const unwatch = services.accountChanges.watch(opened.record.person.id, () => void check());
  return () => {
    stop();
    unwatch();
  };
}
