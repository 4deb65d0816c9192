import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sizeOf } from './process-size.ts';

it.runIf(process.platform === 'linux')('counts the memory and the handles of a process', async () => {
  const before = await sizeOf(process.pid);
  expect(before.memory).toBeGreaterThan(10_000_000);
  const files = await Promise.all(Array.from({ length: 20 }, () => open(process.execPath)));
  const block = Buffer.alloc(64 * 1024 * 1024, 1);
  const after = await sizeOf(process.pid);
  await Promise.all(files.map((file) => file.close()));
  expect(after.handles - before.handles).toBeGreaterThanOrEqual(15);
  expect(after.memory - before.memory).toBeGreaterThan(block.length / 2);
});

it('throws for an unknown process', async () => {
  await expect(sizeOf(2 ** 30)).rejects.toThrow();
});
