import { deflateSync } from 'node:zlib';
import { PNG_START, pngChunk } from './png-chunk.ts';

/**
 * @param lines number of lines of pixels in the file; all by default.
 * @param text metadata, which makes pictures of one size differ.
 * @returns a black PNG, in a few kilobytes without a long text.
 */
export function blackPng(width: number, height: number, { lines = height, text = '' } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    PNG_START,
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * lines), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
