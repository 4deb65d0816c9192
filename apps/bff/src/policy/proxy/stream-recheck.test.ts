import { describe, expect, it } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { type SignedInSession } from '#session/record.ts';
import { createRecheck } from './stream-recheck.ts';

const PERSON = { charge: 'O', officeId: 'LIMA', modules: ['T02', '000'] };
type Person = typeof PERSON;
const sessionOf = (person: Partial<Person> = {}, idleEndsAt = 1_000_000) =>
  ({ key: 'k', record: { person: { ...PERSON, ...person }, sealed: 'x', idleEndsAt } }) as unknown as SignedInSession;

interface Given {
  /** The stored session; `away` if the store does not answer. */
  stored: unknown;
  /** The credentials host's response about the user, or its error. */
  host?: Partial<Person> | Error;
}

/** The check of a stream opened with PERSON's permissions; the test sets the result of each check. */
function begin(first: Partial<Person> = {}) {
  const clock = { now: 500_000 };
  const recorded: unknown[] = [];
  let given: Given = { stored: undefined };
  const says = (how: string) => (session: SignedInSession, maxAge: number, signal: AbortSignal) => {
    recorded.push([how, maxAge, signal.aborted]);
    if (given.host instanceof Error) return Promise.reject(given.host);
    if (given.host) session.record = sessionOf(given.host).record;
    return Promise.resolve();
  };
  const check = createRecheck(sessionOf(first), 'cookie', {
    now: () => clock.now,
    streamLimits: { ending: 1, stalled: 1, storeAway: 60_000 },
    freshness: { ensure: says('ensure'), look: says('look') },
    sessions: {
      open: (cookie: unknown) => {
        recorded.push(cookie);
        return given.stored === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(given.stored);
      },
      endsOf: ({ idleEndsAt }: { idleEndsAt: number }) => ({ idleEndsAt, endsAt: 0 }),
    },
  } as unknown as Parameters<typeof createRecheck>[2]);
  const allowed = (now: Given): Promise<boolean> => {
    recorded.length = 0;
    given = now;
    return check();
  };
  return { clock, recorded, allowed };
}

const ENDED = new Failure('session-ended');
const OUTAGE = new Failure('upstream-failed');

describe('createRecheck', () => {
  it('G20: continues with the same session and permissions, refreshed within a minute', async () => {
    const { allowed, recorded } = begin();
    expect(await allowed({ stored: sessionOf({ modules: ['000', 'T02'] }) })).toBe(true);
    expect(recorded).toEqual(['cookie', ['ensure', 45_000, false]]);
  });

  it.each<[what: string, given: Given]>([
    ['there is no session any more', { stored: undefined }],
    ['nobody is signed in to it', { stored: { key: 'k', record: {} } }],
    ['a module is lost', { stored: sessionOf({ modules: ['T02'] }) }],
    ['a module is won', { stored: sessionOf({ modules: ['T02', '000', 'G01'] }) }],
    ['the charge is another', { stored: sessionOf({ charge: 'S' }) }],
    ['the office is another', { stored: sessionOf({ officeId: 'CUSCO' }) }],
    ['the host says so', { stored: sessionOf(), host: { modules: [] } }],
    ['the host refuses the token', { stored: sessionOf(), host: ENDED }],
  ])('G20: ends when %s', async (_what, given) => {
    expect(await begin().allowed(given)).toBe(false);
  });

  it('does not end the stream on an outage of the host or an unknown error', async () => {
    expect(await begin().allowed({ stored: sessionOf(), host: OUTAGE })).toBe(true);
    expect(await begin().allowed({ stored: sessionOf(), host: new Error('odd') })).toBe(true);
  });
});

describe('during an outage of the store', () => {
  it('G8: uses the last known state, and calls the host without writing', async () => {
    const { allowed, recorded } = begin();
    expect(await allowed({ stored: 'away' })).toBe(true);
    expect(recorded).toEqual(['cookie', ['look', 45_000, false]]);
    expect(await allowed({ stored: 'away', host: OUTAGE })).toBe(true);
    expect(await allowed({ stored: 'away', host: ENDED })).toBe(false);
    expect(await allowed({ stored: 'away', host: { modules: [] } })).toBe(false);
  });

  it('G8: continues for a minute at most; the minute restarts once the store is back', async () => {
    const { clock, allowed } = begin();
    const away: Given = { stored: 'away' };
    expect(await allowed(away)).toBe(true);
    clock.now += 59_999;
    expect(await allowed(away)).toBe(true);
    clock.now += 1;
    expect(await allowed(away)).toBe(false);
    expect(await allowed({ stored: sessionOf() })).toBe(true);
    expect(await allowed(away)).toBe(true);
    clock.now += 59_999;
    expect(await allowed(away)).toBe(true);
  });

  it('G5: ends at the session’s last known idle limit', async () => {
    const { clock, allowed } = begin();
    expect(await allowed({ stored: sessionOf({}, 510_000) })).toBe(true);
    clock.now = 509_999;
    expect(await allowed({ stored: 'away' })).toBe(true);
    clock.now = 510_000;
    expect(await allowed({ stored: 'away' })).toBe(false);
  });

  it('G5: ends at an idle limit that is reached during the host’s call', async () => {
    const { clock, allowed } = begin();
    await allowed({ stored: sessionOf({}, 510_000) });
    clock.now = 509_000;
    const asked = allowed({ stored: 'away' });
    clock.now = 511_000;
    expect(await asked).toBe(false);
  });
});
