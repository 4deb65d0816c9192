import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '../../../test/a-view.ts';
import { personBack } from './person-back.ts';
import { markIn, markOut, markRefused, markUnknown } from './session-store.ts';

const isPending = async (work: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([work, Promise.resolve('pending')])) === 'pending';

beforeEach(() => {
  markIn(aView());
  markRefused();
});

describe('personBack', () => {
  it('waits while the form is open, and is true for the person whose page it was', async () => {
    const back = personBack(undefined);
    expect(await isPending(back)).toBe(true);
    markOut({ ended: true });
    expect(await isPending(back)).toBe(true);
    markIn(aView({ permissionsList: [] }));
    expect(await back).toBe(true);
  });

  it.each([{ username: 'rosa.mamani' }, { sucursal: 'CUSCO' }])('is false for somebody else (%j)', async (other) => {
    const back = personBack(undefined);
    markIn(aView(other));
    expect(await back).toBe(false);
  });

  it('is false when the page is left, here or in another tab', async () => {
    const back = personBack(undefined);
    markOut({ ended: false });
    expect(await back).toBe(false);
    expect(await personBack(undefined)).toBe(false);
  });

  it('is false when what was known is void', async () => {
    markUnknown();
    expect(await personBack(undefined)).toBe(false);
  });

  it('stops waiting when the write is given up, and hears nothing afterwards', async () => {
    const abort = new AbortController();
    const back = personBack(abort.signal);
    abort.abort(new Error('left the page'));
    await expect(back).rejects.toThrow('left the page');
    markIn(aView());
    await expect(personBack(abort.signal)).rejects.toThrow('left the page');
  });
});
