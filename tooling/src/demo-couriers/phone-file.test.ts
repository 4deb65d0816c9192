import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isToConnect, type KeptPhone, readPhones, writePhones } from './phone-file.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-11-20T15:00:00.000Z');
const kept: KeptPhone = {
  courierId: '1',
  officeId: 'LIMA',
  cookies: [['a', 'b']],
  endsAt: NOW + DAY_MS,
  usedAt: NOW,
  isLeft: false,
};

it('connects phones that were never connected or have expired, but not disconnected ones', () => {
  expect(isToConnect(kept, NOW)).toBe(false);
  expect(isToConnect({ ...kept, endsAt: 0, usedAt: 0 }, NOW)).toBe(true);
  expect(isToConnect(kept, NOW + DAY_MS)).toBe(true);
  expect(isToConnect({ ...kept, endsAt: NOW + 30 * DAY_MS }, NOW + 7 * DAY_MS)).toBe(true);
  expect(isToConnect({ ...kept, endsAt: 0, isLeft: true }, NOW)).toBe(false);
});

it('keeps the phones between runs, readable by their owner alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'despacho-phones-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'phones.json');
  expect(await readPhones(file)).toBeUndefined();
  await writePhones(file, [kept]);
  expect(await readPhones(file)).toEqual([kept]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
