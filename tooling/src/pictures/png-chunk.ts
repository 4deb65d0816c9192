import { crc32 } from 'node:zlib';

/** First bytes of a PNG. */
export const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');

/** @returns a chunk of a PNG with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
