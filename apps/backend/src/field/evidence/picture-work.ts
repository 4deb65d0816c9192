/** Why a picture is refused before decoding, or could not be decoded. */
export type PictureFault = 'complex' | 'animated' | 'pixels' | 'side' | 'small' | 'damaged';

/** Decoding takes three bytes per pixel, and half a second of CPU time for this many. */
export const MAX_PIXELS = 25_000_000;
/** Panoramas of phones have 16,000 pixels; a single column of 25,000,000 is ten times as expensive as a square. */
const MAX_SIDE = 20_000;
/** Passes over the pixels of a JPEG. Cameras write 1, progressive encoders 10 to 14; 100 double the cost. */
export const MAX_SCANS = 100;
/** Chunks or segments of a file. A PNG of 8 MB in the usual chunks of 4 to 8 KB has 2,000; a camera's JPEG has 30. */
const MAX_PARTS = 10_000;
/** Compressed texts and profiles of a PNG: each may unpack to 60 MB. Cameras and editors write 1 or 2. */
const MAX_UNPACKED = 16;
/** Bytes of pixels of an interlaced PNG, which are all in memory because its lines are complete only at its end. */
const MAX_INTERLACED_BYTES = 100_000_000;

/** What the markers of a file state about the work of decoding it. */
interface Work {
  width: number;
  height: number;
  parts: number;
  /** Passes over the pixels. */
  scans: number;
  /** Compressed parts that are not pixels. */
  unpacked: number;
  /** Bytes of all pixels if they must be in memory together, otherwise 0. */
  interlaced: number;
  isAnimated: boolean;
}

const NONE: Work = { width: 0, height: 0, parts: 0, scans: 0, unpacked: 0, interlaced: 0, isAnimated: false };

const isExcessive = ({ parts, scans, unpacked, interlaced }: Work): boolean =>
  parts > MAX_PARTS || scans > MAX_SCANS || unpacked > MAX_UNPACKED || interlaced > MAX_INTERLACED_BYTES;

const JPEG = { end: 0xd9, scan: 0xda, firstRestart: 0xd0, lastRestart: 0xd7, temporary: 0x01 };
/**
 * Baseline, extended and progressive frames with Huffman codes. No camera writes arithmetic codes or lossless frames.
 */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];

/** Finds markers as libjpeg does, which skips any other bytes between two segments. */
function readJpeg(bytes: Buffer): Work {
  const work = { ...NONE };
  let at = 2;
  while (at < bytes.length && !isExcessive(work)) {
    if (bytes[at++] !== 0xff) continue;
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++] ?? JPEG.end;
    if (marker === JPEG.end) break;
    const isAlone = (marker >= JPEG.firstRestart && marker <= JPEG.lastRestart) || marker === JPEG.temporary;
    if (marker === 0 || isAlone || at + 2 > bytes.length) continue;
    work.parts++;
    if (marker === JPEG.scan) work.scans++;
    if (JPEG_FRAMES.includes(marker) && work.width === 0 && at + 7 <= bytes.length) {
      work.height = bytes.readUInt16BE(at + 3);
      work.width = bytes.readUInt16BE(at + 5);
    }
    at += Math.max(bytes.readUInt16BE(at), 2);
  }
  return work;
}

const PNG_UNPACKED = ['zTXt', 'iTXt', 'iCCP'];
/** Channels by colour type. */
const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function readPng(bytes: Buffer): Work {
  const work = { ...NONE, scans: 1 };
  for (let at = 8; at + 8 <= bytes.length && !isExcessive(work); at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    work.parts++;
    if (type === 'IHDR' && work.width === 0 && at + 21 <= bytes.length) {
      work.width = bytes.readUInt32BE(at + 8);
      work.height = bytes.readUInt32BE(at + 12);
      const pixelBytes = (bytes.readUInt8(at + 16) / 8) * (PNG_CHANNELS[bytes.readUInt8(at + 17)] ?? 1);
      if (bytes.readUInt8(at + 20) !== 0) work.interlaced = work.width * work.height * pixelBytes;
    }
    if (PNG_UNPACKED.includes(type)) work.unpacked++;
    if (type === 'acTL' || type === 'fdAT') work.isAnimated = true;
    if (type === 'IEND') break;
  }
  return work;
}

/** Reads the size that a chunk of a WebP file states: of the canvas, or of the lossy or lossless picture. */
const WEBP_SIZES: Readonly<Record<string, (bytes: Buffer, at: number) => [width: number, height: number]>> = {
  VP8X: (bytes, at) => [bytes.readUIntLE(at + 4, 3) + 1, bytes.readUIntLE(at + 7, 3) + 1],
  'VP8 ': (bytes, at) => [bytes.readUInt16LE(at + 6) & 0x3fff, bytes.readUInt16LE(at + 8) & 0x3fff],
  VP8L: (bytes, at) => {
    const bits = bytes.readUInt32LE(at + 1);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  },
};

function readWebp(bytes: Buffer): Work {
  const work = { ...NONE, scans: 1 };
  for (let at = 12; at + 8 <= bytes.length && !isExcessive(work);) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    work.parts++;
    if (type === 'ANIM' || type === 'ANMF') work.isAnimated = true;
    const sizeOf = WEBP_SIZES[type];
    if (sizeOf && at + 18 <= bytes.length) {
      const [width, height] = sizeOf(bytes, at + 8);
      work.width = Math.max(work.width, width);
      work.height = Math.max(work.height, height);
    }
    at += 8 + length + (length % 2);
  }
  return work;
}

const READERS: Readonly<Record<string, (bytes: Buffer) => Work>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/webp': readWebp,
};

/**
 * Estimates the cost of decoding a file from the markers of its format.
 * @param type media type by its first bytes.
 * @returns why it must not be decoded; undefined if its cost is bounded.
 */
export function excessOf(bytes: Buffer, type: string): PictureFault | undefined {
  const work = READERS[type]?.(bytes) ?? NONE;
  const { width, height } = work;
  if (width * height > MAX_PIXELS) return 'pixels';
  if (Math.max(width, height) > MAX_SIDE) return 'side';
  if (isExcessive(work)) return 'complex';
  if (work.isAnimated) return 'animated';
  return width === 0 || height === 0 ? 'damaged' : undefined;
}
