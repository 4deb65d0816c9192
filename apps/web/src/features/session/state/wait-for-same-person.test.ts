import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { waitForSamePerson } from './wait-for-same-person.ts';
import { markIn, markOut, markRefused, markUnknown } from './session-store.ts';

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([work, Promise.resolve('pending')])) === 'pending';

beforeEach(() => {
  markIn(aView());
  markRefused();
});

describe('waitForSamePerson', () => {
  it('waits while the form is open and resolves to true for the same user', async () => {
    const back = waitForSamePerson(undefined);
    expect(await isPending(back)).toBe(true);
    markOut({ ended: true });
    expect(await isPending(back)).toBe(true);
    markIn(aView({ permissionsList: [] }));
    expect(await back).toBe(true);
  });

  it.each([{ username: 'rosa.mamani' }, { sucursal: 'CUSCO' }])(
    'resolves to false for another user (%j)',
    async (other) => {
      const back = waitForSamePerson(undefined);
      markIn(aView(other));
      expect(await back).toBe(false);
    },
  );

  it('resolves to false on a sign-out, in this tab or another', async () => {
    const back = waitForSamePerson(undefined);
    markOut({ ended: false });
    expect(await back).toBe(false);
    expect(await waitForSamePerson(undefined)).toBe(false);
  });

  it('resolves to false when the session is unknown', async () => {
    markUnknown();
    expect(await waitForSamePerson(undefined)).toBe(false);
  });

  it('rejects when aborted, also when called after the abort', async () => {
    const abort = new AbortController();
    const back = waitForSamePerson(abort.signal);
    abort.abort(new Error('left the page'));
    await expect(back).rejects.toThrow('left the page');
    markIn(aView());
    await expect(waitForSamePerson(abort.signal)).rejects.toThrow('left the page');
  });
});
