import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadPart } from './load-part.ts';

const ORIGIN = 'http://despacho.example';
const failure = (address: string) => new TypeError(`Failed to fetch dynamically imported module: ${address}`);

beforeEach(() => void vi.stubGlobal('location', { origin: ORIGIN }));
afterEach(() => void vi.unstubAllGlobals());

it('loads a part of its own origin under another address after a failure', async () => {
  const load = vi.fn(() => Promise.reject(failure(`${ORIGIN}/assets/part.js`)));
  await expect(loadPart(load)).rejects.toThrow('part.js');
  // There is no such file here, so these fail as well, but not by calling `load`.
  await expect(loadPart(load)).rejects.toThrow();
  await expect(loadPart(load)).rejects.toThrow();
  expect(load).toHaveBeenCalledTimes(1);
});

it.each([['https://other.example/part.js'], ['no address']])('calls `load` again after %s', async (address) => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure(address)).mockResolvedValue('part');
  await expect(loadPart(load)).rejects.toThrow('Failed to fetch');
  await expect(loadPart(load)).resolves.toBe('part');
});
