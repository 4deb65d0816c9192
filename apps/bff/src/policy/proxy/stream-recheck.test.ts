import { describe, expect, it } from 'vitest';
import { Failure } from '../../problems/failure.ts';
import { type SignedInSession } from '../../session/record.ts';
import { createRecheck } from './stream-recheck.ts';

const PERSON = { charge: 'O', officeId: 'LIMA', modules: ['T02', '000'] };
type Person = typeof PERSON;
const sessionOf = (person: Partial<Person> = {}, idleEndsAt = 1_000_000) =>
  ({ key: 'k', record: { person: { ...PERSON, ...person }, sealed: 'x', idleEndsAt } }) as unknown as SignedInSession;

interface Given {
  /** What the store has; `away` where it cannot be asked. */
  stored: unknown;
  /** What the credentials host says of the person, or fails with. */
  host?: Partial<Person> | Error;
}

/** The check of a stream that somebody with PERSON's rights opened; what it finds each time is for the test to say. */
function begin(first: Partial<Person> = {}) {
  const clock = { now: 500_000 };
  const told: unknown[] = [];
  let given: Given = { stored: undefined };
  const says = (how: string) => (session: SignedInSession, maxAge: number, signal: AbortSignal) => {
    told.push([how, maxAge, signal.aborted]);
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
        told.push(cookie);
        return given.stored === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(given.stored);
      },
      endsOf: ({ idleEndsAt }: { idleEndsAt: number }) => ({ idleEndsAt, endsAt: 0 }),
    },
  } as unknown as Parameters<typeof createRecheck>[2]);
  const allowed = (now: Given): Promise<boolean> => {
    told.length = 0;
    given = now;
    return check();
  };
  return { clock, told, allowed };
}

const ENDED = new Failure('session-ended');
const OUTAGE = new Failure('upstream-failed');

describe('createRecheck', () => {
  it('G20: goes on while session and rights are the same, asked of the host often enough for a minute', async () => {
    const { allowed, told } = begin();
    expect(await allowed({ stored: sessionOf({ modules: ['000', 'T02'] }) })).toBe(true);
    expect(told).toEqual(['cookie', ['ensure', 45_000, false]]);
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

  it('an outage of the host ends nothing, nor does an error nobody knows', async () => {
    expect(await begin().allowed({ stored: sessionOf(), host: OUTAGE })).toBe(true);
    expect(await begin().allowed({ stored: sessionOf(), host: new Error('odd') })).toBe(true);
  });
});

describe('while the store is away', () => {
  it('G8: goes by what was known last, and asks the host without writing', async () => {
    const { allowed, told } = begin();
    expect(await allowed({ stored: 'away' })).toBe(true);
    expect(told).toEqual(['cookie', ['look', 45_000, false]]);
    expect(await allowed({ stored: 'away', host: OUTAGE })).toBe(true);
    expect(await allowed({ stored: 'away', host: ENDED })).toBe(false);
    expect(await allowed({ stored: 'away', host: { modules: [] } })).toBe(false);
  });

  it('G8: goes on for a minute and no longer, counted anew when the store was back', async () => {
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

  it('G5: does not outlive the idle limit of the session as it was last seen', async () => {
    const { clock, allowed } = begin();
    expect(await allowed({ stored: sessionOf({}, 510_000) })).toBe(true);
    clock.now = 509_999;
    expect(await allowed({ stored: 'away' })).toBe(true);
    clock.now = 510_000;
    expect(await allowed({ stored: 'away' })).toBe(false);
  });

  it('G5: nor does a stream whose idle limit falls while the host is asked', async () => {
    const { clock, allowed } = begin();
    await allowed({ stored: sessionOf({}, 510_000) });
    clock.now = 509_000;
    const asked = allowed({ stored: 'away' });
    clock.now = 511_000;
    expect(await asked).toBe(false);
  });
});
