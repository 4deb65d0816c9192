const MARKERS = { SOI: 0xd8, SOF2: 0xc2, DHT: 0xc4, EOI: 0xd9, SOS: 0xda, DQT: 0xdb };

const segment = (marker: number, data: readonly number[]): Buffer => {
  const length = data.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...data]);
};

/** Packs bits into the entropy-coded bytes of a scan: padded with ones, and with a zero byte after each 0xff. */
function entropyCoded(bits: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    const byte = parseInt(bits.slice(at, at + 8).padEnd(8, '1'), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return Buffer.from(bytes);
}

const inBits = (value: number, length: number): string => (length === 0 ? '' : value.toString(2).padStart(length, '0'));

/** Longest run of blocks without a change that one code can express. */
const MAX_RUN = 32_767;

/** @returns the bits of a scan that changes none of the blocks. */
function unchanged(blocks: number): string {
  let bits = '';
  for (let left = blocks; left > 0;) {
    const run = Math.min(left, MAX_RUN);
    const size = Math.floor(Math.log2(run));
    bits += inBits(size, 4) + inBits(run - 2 ** size, size);
    left -= run;
  }
  return bits;
}

/**
 * A valid grey progressive JPEG whose scans change nothing: some thirty bytes each, and decoding one visits every
 * coefficient of the picture.
 * @param scans number of scans, at least 1.
 */
export function manyScans(width: number, height: number, scans: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  /** One component; first and last coefficient; bits of a refinement (none). */
  const scan = (header: readonly number[], bits: string) =>
    Buffer.concat([segment(MARKERS.SOS, [1, 1, 0, ...header]), entropyCoded(bits)]);
  const again = scan([1, 63, 0], unchanged(blocks));
  return Buffer.concat([
    Buffer.from([0xff, MARKERS.SOI]),
    segment(MARKERS.DQT, [0, ...Array<number>(64).fill(1)]),
    segment(MARKERS.SOF2, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    // One code of one bit: no difference to the block before.
    segment(MARKERS.DHT, [0x00, 1, ...Array<number>(15).fill(0), 0]),
    // Fifteen codes of four bits: a run of 2^n blocks and the number in the next n bits.
    segment(MARKERS.DHT, [
      0x10,
      0,
      0,
      0,
      15,
      ...Array<number>(12).fill(0),
      ...Array.from({ length: 15 }, (_, n) => n << 4),
    ]),
    scan([0, 0, 0], '0'.repeat(blocks)),
    ...Array.from({ length: scans - 1 }, () => again),
    Buffer.from([0xff, MARKERS.EOI]),
  ]);
}
