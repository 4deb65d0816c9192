import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

it('reads UTF-8, and what Excel saves in Spanish Windows', async () => {
  expect(await readTextFile(new Blob(['Ñato Peña;ñ']))).toBe('Ñato Peña;ñ');
  expect(await readTextFile(new Blob([new Uint8Array([0xd1, 0x61, 0x74, 0x6f])]))).toBe('Ñato');
});
