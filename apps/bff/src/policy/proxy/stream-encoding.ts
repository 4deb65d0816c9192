import { type Request, type Response } from 'express';
import { type Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';

/**
 * Events of an office resemble each other, so a window of a few of them shrinks the next to a quarter. zlib takes
 * 24 KB with these sizes, and would take 260 KB of each of two thousand streams with its own.
 */
const SMALL = { windowBits: 12, memLevel: 4, chunkSize: 2048 };

/**
 * Chooses the encoding of an event stream, before its headers are written.
 * @returns where to write the events: to the response, or to a compressor of it, which passes each event immediately.
 */
export function encodeStream(req: Request, res: Response): Writable {
  res.setHeader('Vary', 'Accept-Encoding');
  if (!req.acceptsEncodings('gzip')) return res;
  res.setHeader('Content-Encoding', 'gzip');
  const gzip = createGzip({ ...SMALL, flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(res);
  gzip.once('error', () => res.destroy());
  res.once('close', () => gzip.destroy());
  return gzip;
}
