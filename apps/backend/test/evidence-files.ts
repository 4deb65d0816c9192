import { blackPng } from '@despacho/tooling/pictures/black-png';
import { animatedWebp, chunkedPng } from '@despacho/tooling/pictures/costly-pictures';
import { manyScans } from '@despacho/tooling/pictures/many-scans';
import sharp from 'sharp';

/** Pictures drawn by this worker, by name: drawing takes as long as a short test. */
const drawn = new Map<string, Promise<Buffer>>();

function once(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  const known = drawn.get(name) ?? draw();
  drawn.set(name, known);
  return known;
}

/** @returns a JPEG whose pixels depend on `seed`. */
export const photo = (seed = 1, width = 400, height = 300): Promise<Buffer> =>
  once(`photo ${seed} ${width} ${height}`, () => drawPhoto(seed, width, height));

function drawPhoto(seed: number, width: number, height: number): Promise<Buffer> {
  const background = { r: (seed * 71) % 256, g: (seed * 37) % 256, b: (seed * 13) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>', Artist: 'canario4711' } })
    .jpeg()
    .toBuffer();
}

/** @returns a JPEG with lights and shadows like a photo, different for each seed. */
export const scene = (seed: number, width = 400, height = 300): Promise<Buffer> =>
  once(`scene ${seed} ${width} ${height}`, () => drawScene(seed, width, height));

function drawScene(seed: number, width: number, height: number): Promise<Buffer> {
  // A linear congruential generator: the same picture in every run.
  let state = seed * 2_654_435_761 + 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  const raw = { width: 12, height: 9, channels: 3 } as const;
  return sharp(Uint8Array.from({ length: raw.width * raw.height * raw.channels }, next), { raw })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 92 })
    .toBuffer();
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';

/** @returns files that are not photos, by kind, each with the media type it claims. */
export async function hostilePhotos(): Promise<Record<string, { bytes: Buffer; type: string }>> {
  const sound = await photo(9);
  const jpeg = (bytes: Buffer) => ({ bytes, type: 'image/jpeg' });
  return {
    empty: jpeg(Buffer.alloc(0)),
    'an SVG': jpeg(Buffer.from(SVG)),
    'an SVG behind the first bytes of a JPEG': jpeg(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(SVG)])),
    HTML: jpeg(Buffer.from('<!doctype html><script>alert(1)</script>')),
    'a GIF': jpeg(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')),
    'a PDF behind the first bytes of a PNG': {
      bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('%PDF-1.4')]),
      type: 'image/png',
    },
    'a JPEG that claims to be a PNG': { bytes: sound, type: 'image/png' },
    'a truncated JPEG': jpeg(sound.subarray(0, Math.floor(sound.length / 2))),
    'a JPEG without its end': jpeg(sound.subarray(0, sound.length - 200)),
    'a PNG of 100 megapixels': { bytes: blackPng(10_000, 10_000), type: 'image/png' },
    'a PNG that claims more lines than it has': { bytes: blackPng(5000, 4900, { lines: 10 }), type: 'image/png' },
    'a PNG that claims 4,000 megapixels': { bytes: blackPng(65_000, 65_000, { lines: 1 }), type: 'image/png' },
    'a JPEG of 2,278 scans': jpeg(manyScans(5000, 5000, 2278)),
    'a PNG with compressed texts': { bytes: chunkedPng('zTXt', 100, 8_000_000), type: 'image/png' },
    'an animated WebP': { bytes: animatedWebp(), type: 'image/webp' },
    'a photo of one pixel': { bytes: blackPng(1, 1), type: 'image/png' },
  };
}
