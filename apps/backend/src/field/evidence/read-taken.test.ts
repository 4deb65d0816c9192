import fc from 'fast-check';
import sharp, { type Exif } from 'sharp';
import { expect, it } from 'vitest';
import { readTaken } from './read-taken.ts';

async function exifOf(exif: Exif): Promise<Buffer> {
  const image = sharp({ create: { width: 32, height: 32, channels: 3, background: '#888' } });
  const { exif: read } = await sharp(await image.withExif(exif).jpeg().toBuffer()).metadata();
  return read ?? Buffer.alloc(0);
}

it('reads when and where a picture was taken', async () => {
  const place = {
    GPSLatitudeRef: 'S',
    GPSLatitude: '16/1 24/1 3600/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '71/1 30/1 0/1',
  };
  const IFD2 = { DateTimeOriginal: '2019:03:05 16:20:00', OffsetTimeOriginal: '-05:00' };
  const taken = readTaken(await exifOf({ IFD2, IFD3: place }));
  expect(taken?.at).toBe('2019-03-05T16:20:00-05:00');
  expect(taken?.place?.lat).toBeCloseTo(-16.41, 5);
  expect(taken?.place?.lng).toBeCloseTo(-71.5, 5);
  const local = await exifOf({ IFD2: { DateTimeOriginal: '2019:03:05 16:20:00' } });
  expect(readTaken(local)).toEqual({ at: '2019-03-05T16:20:00', place: null });
});

it('returns null for a picture without usable metadata', async () => {
  const zero = { GPSLatitudeRef: 'N', GPSLatitude: '0/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 0/1 0/1' };
  for (const exif of [await exifOf({ IFD0: { Artist: 'Ana' } }), await exifOf({ IFD3: zero }), undefined])
    expect(readTaken(exif)).toBeNull();
  expect(readTaken(Buffer.concat([await exifOf({ IFD0: { Artist: 'Ana' } }), Buffer.alloc(70_000)]))).toBeNull();
});

it('reads few bytes when many tags claim the whole file', () => {
  const exif = Buffer.alloc(16 * 1024);
  exif.write('II*\0\u0008', 'latin1');
  const tags = Math.floor((exif.length - 14) / 12);
  exif.writeUInt16LE(tags, 8);
  for (let tag = 0; tag < tags; tag++) {
    exif.writeUInt16LE(tag + 1000, 10 + tag * 12);
    exif.writeUInt16LE(1, 12 + tag * 12);
    exif.writeUInt32LE(exif.length, 14 + tag * 12);
  }
  const before = process.memoryUsage();
  expect(readTaken(exif)).toBeNull();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(50_000_000);
});

it('reads any bytes without an error', async () => {
  const sound = await exifOf({ IFD2: { DateTimeOriginal: '2019:03:05 16:20:00' } });
  const changes = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 8 });
  fc.assert(
    fc.property(changes, (bytes) => {
      const spoilt = Buffer.from(sound);
      for (const [at, byte] of bytes) spoilt[at] = byte;
      const taken = readTaken(spoilt);
      expect(Number.isFinite(taken?.place?.lat ?? 0)).toBe(true);
    }),
  );
});
