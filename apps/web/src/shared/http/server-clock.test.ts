import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Imports a new clock for each test, because the module keeps its state for the life of a page. */
const aClock = async () => {
  vi.resetModules();
  return import('./server-clock.ts');
};

const AT = Date.parse('2026-11-21T12:00:00.000Z');
const header = (server: number): string => new Date(server).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('serverNow', () => {
  it('is the computer’s time before the first response', async () => {
    const { serverNow, recordServerDate } = await aClock();
    recordServerDate(undefined, AT, AT);
    recordServerDate('mañana', AT, AT);
    expect(serverNow()).toBe(AT);
  });

  it('is within a second plus half the round trip, with any computer clock', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.array(fc.tuple(fc.nat(4000), fc.nat(4000), fc.nat(60_000)), { minLength: 1, maxLength: 8 }),
        async (wrong, answers) => {
          const { serverNow, recordServerDate } = await aClock();
          let local = AT;
          for (const [there, back, pause] of answers) {
            const sent = local;
            local += there + back;
            recordServerDate(header(sent + there + wrong), sent, local);
            local += pause;
          }
          vi.setSystemTime(local);
          const ways = answers.map(([there, back]) => there + back);
          expect(Math.abs(serverNow() - (local + wrong))).toBeLessThanOrEqual((1000 + Math.min(...ways)) / 2 + 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('uses only the newest response if the computer’s clock was changed meanwhile', async () => {
    const { serverNow, recordServerDate } = await aClock();
    recordServerDate(header(AT), AT, AT + 20);
    const set = AT + 3_600_000;
    vi.setSystemTime(set);
    recordServerDate(header(AT + 5000), set, set + 20);
    expect(Math.abs(serverNow() - (AT + 5000))).toBeLessThanOrEqual(1020);
  });

  it('ignores a response during which the clock was set back', async () => {
    const { serverNow, recordServerDate } = await aClock();
    recordServerDate(header(AT), AT, AT + 20);
    const before = serverNow();
    recordServerDate(header(AT), AT, AT - 60_000);
    expect(serverNow()).toBe(before);
  });
});
