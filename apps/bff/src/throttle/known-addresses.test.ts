import { expect, it } from 'vitest';
import { createMemoryKnownAddresses } from './known-addresses.ts';

const DAY_MS = 24 * 3_600_000;

it('G19: remembers an account’s sign-in addresses for thirty days', async () => {
  const clock = { now: 1_000_000 };
  const known = createMemoryKnownAddresses(() => clock.now);
  await known.add('ana', 'home');
  expect(await known.has('ana', 'home')).toBe(true);
  expect(await known.has('ana', 'elsewhere')).toBe(false);
  expect(await known.has('rosa', 'home')).toBe(false);
  clock.now += 29 * DAY_MS;
  expect(await known.has('ana', 'home')).toBe(true);
  clock.now += 2 * DAY_MS;
  expect(await known.has('ana', 'home')).toBe(false);
});

it('G19: keeps an account’s last twenty addresses', async () => {
  const known = createMemoryKnownAddresses(() => 1);
  await known.add('rosa', 'home');
  for (let place = 0; place < 21; place += 1) await known.add('ana', `place-${place}`);
  expect(await known.has('ana', 'place-0')).toBe(false);
  expect(await known.has('ana', 'place-1')).toBe(true);
  expect(await known.has('rosa', 'home')).toBe(true);
});
