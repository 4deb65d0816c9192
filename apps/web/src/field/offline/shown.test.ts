import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { unwrap } from 'idb';
import { expect, it, vi } from 'vitest';

it('opens the database again after the browser has closed it, as it does when the disk is full', async () => {
  vi.resetModules();
  const { channel, db } = await import('./shown.ts');
  const first = await db();
  expect(await db()).toBe(first);
  // @ts-expect-error -- Declared for the class instead of its instances.
  forceCloseDatabase(unwrap(first));
  await vi.waitFor(async () => {
    expect(await db()).not.toBe(first);
  });
  const again = await db();
  await again.put('clock', { offsetMs: 0, rttMs: 1 }, 'clock');
  again.close();
  channel.close();
});

it('reports a full phone when the disk has no room to open the database, and opens it once there is room', async () => {
  vi.resetModules();
  const [{ channel, db }, { PhoneFull }] = await Promise.all([import('./shown.ts'), import('./types.ts')]);
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  });
  await expect(db()).rejects.toBeInstanceOf(PhoneFull);
  (await db()).close();
  channel.close();
});
