import { type GreyPicture, labelPicture } from '@despacho/tooling/pictures/label-picture';
import { expect, it } from 'vitest';
import { readLabel } from './label-reader.ts';

function read({ grey, width, height }: GreyPicture): string | undefined {
  const data = new Uint8ClampedArray(4 * grey.length).fill(255);
  for (const [at, shade] of grey.entries()) data.fill(shade, 4 * at, 4 * at + 3);
  return readLabel(data, width, height);
}

it.each([
  ['qr', 'LIM-000123', 0],
  ['qr', 'LIM-000123', 8],
  ['qr', 'LIM-000123', 45],
  ['qr', `https://norte.pe/guia?c=${'x'.repeat(120)}`, 0],
  ['bar', 'T001-00012345', 0],
  ['bar', 'T001-00012345', 8],
  ['bar', 'LIM-000123', 180],
] as const)('reads the %s code «%s» turned by %d°', (kind, text, degrees) => {
  expect(read(labelPicture(kind, text, degrees))).toBe(text);
});

it('reads nothing from a picture without a code, or with half a code', () => {
  const empty = labelPicture('bar', 'T001-00012345');
  empty.grey.fill(235);
  expect(read(empty)).toBeUndefined();
  const half = labelPicture('qr', 'LIM-000123');
  for (let y = 0; y < half.height; y++) half.grey.fill(235, y * half.width + half.width / 2, (y + 1) * half.width);
  expect(read(half)).toBeUndefined();
});
