import { animatedWebp, chunkedPng, pngOf } from '@despacho/tooling/pictures/costly-pictures';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { manyScans } from '@despacho/tooling/pictures/many-scans';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { excessOf, MAX_SCANS } from './picture-work.ts';

const jpeg = (bytes: Buffer) => excessOf(bytes, 'image/jpeg');
const png = (bytes: Buffer) => excessOf(bytes, 'image/png');
const webp = (bytes: Buffer) => excessOf(bytes, 'image/webp');

it('G40: accepts the formats of cameras and editors', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const image = sharp({ create: { width: 700, height: 500, channels: 3, background: '#888', noise } });
  expect([
    jpeg(
      await image
        .clone()
        .withExif({ IFD0: { Artist: 'Ana' } })
        .jpeg()
        .toBuffer(),
    ),
    jpeg(await image.clone().keepIccProfile().jpeg({ progressive: true }).toBuffer()),
    png(await image.clone().png({ progressive: true }).toBuffer()),
    webp(await image.clone().webp().toBuffer()),
    webp(
      await image
        .clone()
        .withExif({ IFD0: { Artist: 'Ana' } })
        .webp({ lossless: true })
        .toBuffer(),
    ),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it('G40: counts the scans of a JPEG', () => {
  expect(jpeg(manyScans(64, 64, MAX_SCANS))).toBeUndefined();
  expect(jpeg(manyScans(64, 64, MAX_SCANS + 1))).toBe('complex');
});

it('G40: finds scans behind fill bytes and other bytes, as the decoder does', () => {
  const picture = manyScans(64, 64, MAX_SCANS + 1);
  const marker = Buffer.from([0xff, 0xda]);
  const parts: Buffer[] = [];
  const markers = [...picture.keys()].filter((at) => picture.subarray(at, at + 2).equals(marker));
  for (const [at, from] of [0, ...markers].entries())
    parts.push(picture.subarray(from, markers[at]), Buffer.from([0xff, 0x00, 0x12, 0xff, 0xff]));
  expect(jpeg(Buffer.concat(parts))).toBe('complex');
});

it('G40: refuses a JPEG of many segments, of arithmetic codes, and one whose height comes later', () => {
  const sound = manyScans(64, 64, 1);
  const comments = Array.from({ length: 10_001 }, () => Buffer.from([0xff, 0xfe, 0, 2]));
  expect(jpeg(Buffer.concat([sound.subarray(0, 2), ...comments, sound.subarray(2)]))).toBe('complex');
  const frame = sound.indexOf(Buffer.from([0xff, 0xc2]));
  const arithmetic = Buffer.from(sound);
  arithmetic[frame + 1] = 0xca;
  expect(jpeg(arithmetic)).toBe('damaged');
  const later = Buffer.from(sound);
  later.writeUInt16BE(0, frame + 5);
  expect(jpeg(later)).toBe('damaged');
});

it('G40: counts the parts and compressed texts of a PNG', () => {
  expect(png(chunkedPng('tEXt', 9000))).toBeUndefined();
  expect(png(chunkedPng('tEXt', 10_001))).toBe('complex');
  for (const type of ['zTXt', 'iTXt', 'iCCP']) {
    expect([type, png(chunkedPng(type, 16))]).toEqual([type, undefined]);
    expect([type, png(chunkedPng(type, 17))]).toEqual([type, 'complex']);
  }
  expect(png(chunkedPng('fdAT', 1))).toBe('animated');
});

it('G40: refuses sizes that cost too much, in each format', () => {
  expect(png(blackPng(5001, 5001, { lines: 1 }))).toBe('pixels');
  expect(jpeg(manyScans(8, 20_001, 1))).toBe('side');
  expect(png(pngOf({ width: 5000, height: 5000, depth: 16, colors: 6 }))).toBeUndefined();
  expect(png(pngOf({ width: 5000, height: 5000, depth: 16, colors: 6, interlaced: true }))).toBe('complex');
});

it('G40: refuses an animated WebP, and one whose canvas is smaller than its picture', async () => {
  expect(webp(animatedWebp())).toBe('animated');
  const lossless = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Artist: 'Ana' } })
    .webp({ lossless: true })
    .toBuffer();
  const at = lossless.indexOf('VP8L');
  lossless.writeUInt32LE(16_000 | (16_000 << 14), at + 9);
  expect(webp(lossless)).toBe('pixels');
});

it('reads any bytes without an error', () => {
  const starts = {
    'image/jpeg': 'ffd8ff',
    'image/png': '89504e470d0a1a0a',
    'image/webp': '52494646000000005745425056503858',
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.entries(starts)),
      fc.uint8Array({ maxLength: 400 }),
      ([type, start], rest) => {
        excessOf(Buffer.concat([Buffer.from(start, 'hex'), rest]), type);
      },
    ),
  );
});
