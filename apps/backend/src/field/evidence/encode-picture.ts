import { lightOf, type PictureLight } from '@despacho/contracts/picture-light';
import type Sharp from 'sharp';
import { DETAIL_SIDE, hasNoDetail } from './picture-detail.ts';
import { HASHED, pictureHash } from './picture-hash.ts';
import { excessOf, MAX_PIXELS, type PictureFault } from './picture-work.ts';
import { readTaken, type Taken } from './read-taken.ts';

/** Maximum width and height in pixels of each stored size. */
type Sizes<Size extends string> = Readonly<Record<Size, number>>;

/** A decoded photo in all stored sizes, without metadata. */
export interface Picture<Size extends string = string> {
  files: Record<Size, Buffer>;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  light: PictureLight;
  isFlat: boolean;
  /** See `pictureHash`. */
  hash: string | null;
  /** The hashes of the picture turned by a quarter, a half and three quarters. */
  turned: (string | null)[];
  /** What the metadata of its file says; null without any. */
  taken: Taken | null;
}

/** A task of the picture process: to re-encode a photo of a media type, or to draw one of our own SVGs. */
export type PictureTask = { bytes: Uint8Array; sizes: Sizes<string> } & (
  | { kind: 'photo'; type: string }
  | { kind: 'drawing' }
);

/** The answer of the picture process. */
export type PictureReply = { picture: Picture } | { fault: PictureFault };

/** Pixels of the shorter side: a smaller picture proves nothing. */
const MIN_SIDE = 32;

/** Allowed loaders of libvips. All others, such as those for SVG, PDF or TIFF, are blocked. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];
const SVG_LOADER = ['VipsForeignLoadSvgBuffer'];

const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;

/** @returns the image library, with one thread per picture and no cache. */
export async function loadImageLibrary(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** @returns all sizes of a picture. @throws Error for one that cannot be decoded. */
async function storedSizes(sharp: typeof Sharp, bytes: Uint8Array, sizes: Sizes<string>): Promise<Picture> {
  const fit = (pixels: number) => ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const;
  const [first, ...smaller] = Object.entries(sizes).sort(([, a], [, b]) => b - a);
  if (!first) throw new Error('No size to store');
  const [largest, side] = first;
  const { data, info } = await sharp(bytes, LIMITS)
    // Applies the orientation of the metadata, which is dropped.
    .rotate()
    .resize(fit(side))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const files: Picture['files'] = { [largest]: data };
  for (const [size, most] of smaller)
    files[size] = await sharp(data).resize(fit(most)).webp({ quality: 74 }).toBuffer();
  const smallest = files[smaller.at(-1)?.[0] ?? largest];
  const raw = await sharp(smallest).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const light = lightOf(raw.data, raw.info.width);
  const grey = sharp(smallest).greyscale();
  const detail = await grey.clone().resize(fit(DETAIL_SIDE)).raw().toBuffer({ resolveWithObject: true });
  const hashOf = async (picture: ReturnType<typeof Sharp>): Promise<string | null> =>
    pictureHash(
      await picture.greyscale().resize(HASHED.width, HASHED.height, { fit: 'fill' }).raw().toBuffer(),
      light.deviation,
    );
  const turned: Picture['turned'] = [];
  for (const angle of [90, 180, 270]) {
    const { data: pixels, info: raw } = await grey.clone().rotate(angle).raw().toBuffer({ resolveWithObject: true });
    turned.push(await hashOf(sharp(pixels, { raw })));
  }
  return {
    files,
    width: info.width,
    height: info.height,
    light,
    isFlat: hasNoDetail(detail.data, detail.info.width, light.range),
    hash: await hashOf(grey.clone()),
    turned,
    taken: readTaken((await sharp(bytes, LIMITS).metadata()).exif),
  };
}

async function draw(sharp: typeof Sharp, svg: Uint8Array): Promise<Buffer> {
  sharp.unblock({ operation: SVG_LOADER });
  try {
    return await sharp(svg).png({ compressionLevel: 1 }).toBuffer();
  } finally {
    sharp.block({ operation: SVG_LOADER });
  }
}

/**
 * Decodes a photo and encodes it again, so that only its pixels are stored. Refuses one that is too expensive before it
 * is decoded. Runs in the picture process.
 */
export async function encodePicture(sharp: typeof Sharp, task: PictureTask): Promise<PictureReply> {
  const { bytes, sizes } = task;
  if (task.kind === 'drawing') return { picture: await storedSizes(sharp, await draw(sharp, bytes), sizes) };
  const excess = excessOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), task.type);
  if (excess) return { fault: excess };
  try {
    const picture = await storedSizes(sharp, bytes, sizes);
    return Math.min(picture.width, picture.height) < MIN_SIDE ? { fault: 'small' } : { picture };
  } catch {
    return { fault: 'damaged' };
  }
}
