import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** @returns a JPEG whose pixels depend on `seed`. */
export function photo(seed = 1, width = 800, height = 600): Promise<Buffer> {
  const background = { r: (seed * 71) % 256, g: (seed * 37) % 256, b: (seed * 13) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Copyright: '<script>alert(1)</script>', Artist: 'canario4711' } })
    .jpeg()
    .toBuffer();
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(data.length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
};

/**
 * @param lines number of lines of pixels that are really there.
 * @returns a black PNG of a given size in a few kilobytes.
 */
export function blackPng(width: number, height: number, lines = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = Buffer.alloc((width + 1) * lines);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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
    'a PNG that claims more lines than it has': { bytes: blackPng(5000, 4900, 10), type: 'image/png' },
    'a PNG that claims 4,000 megapixels': { bytes: blackPng(65_000, 65_000, 1), type: 'image/png' },
    'a photo of one pixel': { bytes: blackPng(1, 1), type: 'image/png' },
  };
}
