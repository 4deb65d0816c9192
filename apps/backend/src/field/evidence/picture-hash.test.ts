import { PHOTO_SIZES } from '@despacho/contracts/dispatch';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photo, scene } from '#test/evidence-files.ts';
import { drawDoor } from './draw-demo-photo.ts';
import { encodePicture } from './encode-picture.ts';
import { ALIKE_BITS, differingBits, HASHED, pictureHash } from './picture-hash.ts';

/** @returns the hash that the picture process makes of a photo. */
async function hashOf(bytes: Buffer, type = 'image/jpeg'): Promise<string | null> {
  const reply = await encodePicture(sharp, { kind: 'photo', bytes, type, sizes: { mini: PHOTO_SIZES.mini } });
  if ('fault' in reply) throw new Error(reply.fault);
  return reply.picture.hash;
}

async function bitsBetween(one: Buffer, other: Buffer, type?: string): Promise<number> {
  const [a, b] = [await hashOf(one), await hashOf(other, type)];
  if (a === null || b === null) throw new Error('A picture without structure');
  return differingBits(a, b);
}

const COPIES = {
  'another quality': (photo: Buffer) => sharp(photo).jpeg({ quality: 40 }).toBuffer(),
  'another size': (photo: Buffer) => sharp(photo).resize(480).jpeg().toBuffer(),
  'another brightness': (photo: Buffer) => sharp(photo).modulate({ brightness: 1.15 }).jpeg().toBuffer(),
  'another contrast': (photo: Buffer) => sharp(photo).linear(0.7, 30).jpeg().toBuffer(),
  'no colour': (photo: Buffer) => sharp(photo).greyscale().jpeg().toBuffer(),
};

describe.each(Object.entries(COPIES))('a copy with %s', (_, copy) => {
  it('has nearly the same hash', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const original = await scene(seed);
      expect([seed, await bitsBetween(original, await copy(original))]).toEqual([
        seed,
        expect.toSatisfy((bits: number) => bits <= ALIKE_BITS),
      ]);
    }
  });
});

it('finds a copy in another format', async () => {
  const original = await scene(9);
  const copy = await sharp(original).webp({ quality: 60 }).toBuffer();
  expect(await bitsBetween(original, copy, 'image/webp')).toBeLessThanOrEqual(ALIKE_BITS);
});

it('gives different pictures distant hashes', async () => {
  const hashes = await Promise.all(Array.from({ length: 24 }, async (_, seed) => hashOf(await scene(seed + 20))));
  const doors = await Promise.all(
    Array.from({ length: 6 }, async (_, at) =>
      hashOf(
        await sharp(Buffer.from(drawDoor(at)))
          .jpeg()
          .toBuffer(),
      ),
    ),
  );
  for (const group of [hashes, doors])
    for (const [at, one] of group.entries())
      for (const other of group.slice(at + 1))
        expect(differingBits(one ?? '', other ?? '')).toBeGreaterThan(group === hashes ? ALIKE_BITS : 0);
});

it('gives no hash to a picture without structure', async () => {
  expect(await hashOf(await photo(3))).toBeNull();
  const gradient = Array.from({ length: HASHED.width * HASHED.height }, (_, at) => at % HASHED.width);
  expect(pictureHash(gradient, 60)).toBeNull();
  expect(
    pictureHash(
      gradient.map((value) => -value),
      60,
    ),
  ).toBeNull();
});

it('counts the bits in which two hashes differ', () => {
  expect(differingBits('0000000000000000', 'ffffffffffffffff')).toBe(64);
  expect(differingBits('8000000000000001', '0000000000000003')).toBe(2);
});
