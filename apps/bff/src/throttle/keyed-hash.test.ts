import { expect, it } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

const secret = 'a'.repeat(40);
const hex = (secrets: string[], purpose: string, text: string) =>
  createKeyedHash(secrets)(purpose, text).toString('hex');

it('is the same for equal text, and differs by text, purpose and secret', () => {
  const digest = hex([secret], 'account', 'ana');
  expect(hex([secret, 'b'.repeat(40)], 'account', 'ana')).toBe(digest);
  const others = [
    hex([secret], 'account', 'anb'),
    hex([secret], 'address', 'ana'),
    hex(['b'.repeat(40), secret], 'account', 'ana'),
  ];
  expect(new Set([digest, ...others]).size).toBe(4);
  expect(() => createKeyedHash([])).toThrow('secret');
});
