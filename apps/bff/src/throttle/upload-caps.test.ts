import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure } from '#problems/failure.ts';
import { COMMITS_PER_HOUR, createUploadCaps, IMPORT_CAPS, PHOTO_CAPS } from './upload-caps.ts';

const LIMA = 'LIMA';
const { signal } = new AbortController();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Result of requested work: undefined if it was done, otherwise how long to wait. */
async function refusal(work: Promise<unknown>): Promise<number | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.kind).toBe('too-many-requests');
    return error.details.retryAfterSeconds;
  }
}

describe('upload caps', () => {
  it('G36: run one import per user and four per office at once, and refuse those that waited too long', async () => {
    const caps = createUploadCaps(IMPORT_CAPS, true, () => 0);
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
    const begun = gates.map(({ promise }, index) =>
      caps.run({ person: `otra ${index}`, office: LIMA, signal }, () => promise),
    );
    const again = (person: string, office: string) =>
      refusal(caps.run({ person, office, signal }, () => Promise.resolve()));
    const late = Promise.all([again('otra 0', 'CUSCO'), again('luis', LIMA), again('eva', 'CUSCO')]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toEqual([5, 5, undefined]);
    const waiting = Promise.all([again('otra 0', LIMA), again('luis', LIMA)]);
    gates[0]?.reject(new Error('cut'));
    await expect(begun[0]).rejects.toThrow('cut');
    expect(await waiting).toEqual([undefined, undefined]);
    for (const { resolve } of gates) resolve(undefined);
    await Promise.all(begun.slice(1));
  });

  it('G36: limit previews and imports separately per user and hour, with Retry-After', async () => {
    let now = 0;
    const caps = createUploadCaps(IMPORT_CAPS, false, () => now);
    const one = (person: string, perHour?: number) =>
      refusal(caps.run({ person, office: LIMA, signal }, () => Promise.resolve(), perHour));
    for (let count = 0; count < 300; count += 1) expect(await one('ana')).toBeUndefined();
    expect([await one('ana'), await one('luis')]).toEqual([12, undefined]);
    for (let count = 0; count < 60; count += 1) expect(await one('ana', COMMITS_PER_HOUR)).toBeUndefined();
    expect([await one('ana', COMMITS_PER_HOUR), await one('luis', COMMITS_PER_HOUR)]).toEqual([60, undefined]);
    now += 59_000;
    expect(await one('ana', COMMITS_PER_HOUR)).toBe(1);
    now += 1000;
    expect([await one('ana', COMMITS_PER_HOUR), await one('ana', COMMITS_PER_HOUR)]).toEqual([undefined, 60]);
  });

  it('G36: do not count an upload that is refused while others are being read', async () => {
    const caps = createUploadCaps({ ...IMPORT_CAPS, perHour: 2 }, false, () => 0);
    const one = (work: () => Promise<unknown>) => refusal(caps.run({ person: 'ana', office: LIMA, signal }, work));
    const busy = () => Promise.reject(new Failure('too-many-requests', { retryAfterSeconds: 5 }));
    expect([await one(busy), await one(busy), await one(busy)]).toEqual([5, 5, 5]);
    const gate = Promise.withResolvers<undefined>();
    const begun = one(() => gate.promise);
    const late = one(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toBe(5);
    gate.resolve(undefined);
    await begun;
    const done = () => Promise.resolve();
    expect([await one(done), await one(done)], 'the second and the third one').toEqual([undefined, 1800]);
  });

  it('G40: limit the memory that photos of an office may take to 48 MB', async () => {
    const caps = createUploadCaps(PHOTO_CAPS, false, () => 0);
    const gate = Promise.withResolvers<undefined>();
    const begun = Array.from({ length: 6 }, (_, at) =>
      caps.run({ person: `p${Math.floor(at / 2)}`, office: LIMA, signal }, () => gate.promise),
    );
    const late = Promise.all([
      refusal(caps.run({ person: 'p9', office: LIMA, signal }, () => Promise.resolve())),
      refusal(caps.run({ person: 'p0', office: 'CUSCO', signal }, () => Promise.resolve())),
    ]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await late).toEqual([2, 2]);
    gate.resolve(undefined);
    await Promise.all(begun);
  });
});
