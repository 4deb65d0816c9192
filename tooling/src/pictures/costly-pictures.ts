import { deflateSync } from 'node:zlib';
import { manyScans } from './many-scans.ts';
import { PNG_START, pngChunk } from './png-chunk.ts';

interface PngForm {
  width: number;
  height: number;
  /** Bits per channel. */
  depth?: number;
  /** Color type: 0 grey, 6 color and opacity. */
  colors?: 0 | 6;
  interlaced?: boolean;
  /** Bytes of one of its chunks of pixels; by default all in one. */
  part?: number;
}

/** @returns the bytes of pixels that the form needs, a few more for interlaced ones. */
const bytesOf = ({ width, height, depth = 8, colors = 0, interlaced = false }: PngForm): number => {
  const pixel = (depth / 8) * (colors === 6 ? 4 : 1);
  return height * (1 + width * pixel) + (interlaced ? height * 16 : 0);
};

function pngAround(form: PngForm, chunks: readonly Buffer[]): Buffer {
  const { width, height, depth = 8, colors = 0, interlaced = false } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = colors;
  header[12] = interlaced ? 1 : 0;
  const pixels = deflateSync(Buffer.alloc(bytesOf(form)), { level: 9 });
  const { part = pixels.length } = form;
  const parts = Array.from({ length: Math.ceil(pixels.length / part) }, (_, at) =>
    pngChunk('IDAT', pixels.subarray(at * part, (at + 1) * part)),
  );
  return Buffer.concat([PNG_START, pngChunk('IHDR', header), ...chunks, ...parts, pngChunk('IEND', Buffer.alloc(0))]);
}

/** @returns a black PNG of any form. */
export const pngOf = (form: PngForm): Buffer => pngAround(form, []);

/**
 * @param type of its further chunks.
 * @param count their number.
 * @param unpacked bytes that each of them unpacks to.
 * @returns a small black PNG.
 */
export function chunkedPng(type: string, count: number, unpacked = 1): Buffer {
  const text = deflateSync(Buffer.alloc(unpacked), { level: 9 });
  const start = type === 'iTXt' ? 'Comment\0\u0001\0\0\0' : 'Comment\0\0';
  const chunk = pngChunk(type, Buffer.concat([Buffer.from(start, 'latin1'), text]));
  return pngAround({ width: 64, height: 64 }, Array<Buffer>(count).fill(chunk));
}

/** @returns the beginning of a WebP that announces frames. */
export function animatedWebp(frames = 2): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type, 'latin1'), length, data]);
  };
  const canvas = Buffer.from([2, 0, 0, 0, 63, 0, 0, 63, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => chunk('ANMF', Buffer.alloc(16))),
  ]);
  return chunk('RIFF', body);
}

/** @returns files of the allowed size that are expensive to decode, by kind, with their media types. */
export function costlyPictures(): Record<string, { bytes: Buffer; type: string }> {
  const [width, height] = [5000, 5000];
  const png = (bytes: Buffer) => ({ bytes, type: 'image/png' });
  return {
    'a JPEG of 2,278 scans': { bytes: manyScans(width, height, 2278), type: 'image/jpeg' },
    'a JPEG of 100 scans': { bytes: manyScans(width, height, 100), type: 'image/jpeg' },
    'a PNG with a hundred compressed texts': png(chunkedPng('zTXt', 100, 60_000_000)),
    'a PNG with a large profile': png(chunkedPng('iCCP', 1, 60_000_000)),
    'a PNG of many parts': png(pngOf({ width, height, part: 4 })),
    'a PNG of 16 bits': png(pngOf({ width, height, depth: 16, colors: 6 })),
    'an interlaced PNG': png(pngOf({ width, height, colors: 6, interlaced: true })),
    'an interlaced PNG of 16 bits': png(pngOf({ width, height, depth: 16, colors: 6, interlaced: true })),
    'a PNG of one column': png(pngOf({ width: 1, height: 24_000_000 })),
    'a WebP of 200,000 frames': { bytes: animatedWebp(200_000), type: 'image/webp' },
  };
}
