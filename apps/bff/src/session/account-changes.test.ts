import { expect, it, vi } from 'vitest';
import { createAccountChanges } from './account-changes.ts';

const ROSA = 'id-rosa';

function start() {
  const clock = { now: 1000 };
  return { clock, changes: createAccountChanges(() => clock.now) };
}

it('G44: invalidates only credentials calls of that user that began before the report', () => {
  const { clock, changes } = start();
  changes.apply([{ id: 1, userId: ROSA }]);
  clock.now += 10;
  changes.apply([{ id: 1, userId: ROSA }]);
  expect([999, 1000, 1001].map((takenAt) => changes.isOutdated({ id: ROSA, takenAt }))).toEqual([true, true, false]);
  expect(changes.isOutdated({ id: 'id-ana', takenAt: 1 })).toBe(false);
  expect(changes.isOutdated({ id: null, takenAt: 1 })).toBe(false);
});

it('G44: counts a change once while it is reported, then drops it', () => {
  const { clock, changes } = start();
  const changed = vi.fn<() => void>();
  const unwatch = changes.watch(ROSA, changed);
  for (let second = 0; second < 600; second += 1) {
    if (second < 90) changes.apply([{ id: 7, userId: ROSA }]);
    else changes.apply([]);
    clock.now += 1000;
  }
  expect(changed).toHaveBeenCalledTimes(1);
  expect(changes.isOutdated({ id: ROSA, takenAt: 1 })).toBe(false);
  unwatch();
  changes.apply([{ id: 8, userId: ROSA }]);
  expect(changed).toHaveBeenCalledTimes(1);
});

it('G44: counts a change with a lower id that is reported later', () => {
  const { clock, changes } = start();
  changes.apply([{ id: 9, userId: 'id-ana' }]);
  clock.now += 400;
  changes.apply([
    { id: 9, userId: 'id-ana' },
    { id: 8, userId: ROSA },
  ]);
  expect(changes.isOutdated({ id: ROSA, takenAt: 1400 })).toBe(true);
});
