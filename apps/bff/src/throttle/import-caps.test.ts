import { describe, expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { createImportCaps, IMPORTS_PER_HOUR } from './import-caps.ts';

const LIMA = 'LIMA';

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

describe('import caps', () => {
  it('G36: allow two concurrent imports per user and four per office', async () => {
    const caps = createImportCaps(0, () => 0);
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
    const begun = gates.map(({ promise }, index) =>
      caps.run({ person: index < 2 ? 'ana' : `otra ${index}`, office: LIMA }, () => promise),
    );
    const again = (person: string, office: string) => refusal(caps.run({ person, office }, () => Promise.resolve()));
    expect([await again('ana', 'CUSCO'), await again('luis', LIMA), await again('luis', 'CUSCO')]).toEqual([5, 5, undefined]); // prettier-ignore
    gates[0]?.reject(new Error('cut'));
    await expect(begun[0]).rejects.toThrow('cut');
    expect([await again('ana', LIMA), await again('luis', LIMA)]).toEqual([undefined, undefined]);
    for (const { resolve } of gates) resolve(undefined);
    await Promise.all(begun.slice(1));
  });

  it('G36: limit imports per user and hour, with Retry-After', async () => {
    let now = 0;
    const caps = createImportCaps(IMPORTS_PER_HOUR, () => now);
    const one = (person: string) => refusal(caps.run({ person, office: LIMA }, () => Promise.resolve()));
    for (let count = 0; count < IMPORTS_PER_HOUR; count += 1) expect(await one('ana')).toBeUndefined();
    expect([await one('ana'), await one('luis')]).toEqual([60, undefined]);
    now += 59_000;
    expect(await one('ana')).toBe(1);
    now += 1000;
    expect([await one('ana'), await one('ana')]).toEqual([undefined, 60]);
  });
});
