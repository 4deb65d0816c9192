import { labelPicture } from '@despacho/tooling/pictures/label-picture';
import { expect, it } from 'vitest';
import { readLabel } from './label-reader.ts';

it.each([
  ['qr', 'LIM-000123'],
  ['qr', `https://norte.pe/guia?c=${'x'.repeat(120)}`],
  ['bar', 'T001-00012345'],
  ['bar', 'LIM-000123'],
] as const)('reads the %s code «%s»', (kind, text) => {
  const { grey, width, height } = labelPicture(kind, text);
  expect(readLabel(grey, width, height)).toBe(text);
});

it('reads nothing of a picture without a code, or of half a code', () => {
  const { grey, width, height } = labelPicture('bar', 'T001-00012345');
  expect(readLabel(grey.fill(235, 0, width).fill(20, width), width, height)).toBeUndefined();
  const qr = labelPicture('qr', 'LIM-000123');
  for (let y = 0; y < qr.height; y++) qr.grey.fill(235, y * qr.width + qr.width / 2, (y + 1) * qr.width);
  expect(readLabel(qr.grey, qr.width, qr.height)).toBeUndefined();
});
