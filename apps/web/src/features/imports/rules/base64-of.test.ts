import { expect, it } from 'vitest';
import { base64Of } from './base64-of.ts';

it('writes bytes in base64, whatever they are and however many', () => {
  for (const length of [0, 1, 2, 3, 255, 8191, 8192, 8193, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});
