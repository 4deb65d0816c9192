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
