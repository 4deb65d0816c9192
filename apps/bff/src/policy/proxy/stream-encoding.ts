import { type Request, type Response } from 'express';
import { constants, createGzip, type Gzip } from 'node:zlib';

/**
 * A few events, which the next one resembles. zlib takes 90 KB for each stream with these sizes, twice as much with its
 * own.
 */
const SMALL = { windowBits: 12, memLevel: 4, chunkSize: 2048 };

/**
 * Chooses the encoding of an event stream, before its headers are written.
 * @returns a compressor of the response, which passes each event on immediately; undefined if the client accepts none.
 */
export function encodeStream(req: Request, res: Response): Gzip | undefined {
  res.setHeader('Vary', 'Accept-Encoding');
  if (!req.acceptsEncodings('gzip')) return undefined;
  res.setHeader('Content-Encoding', 'gzip');
  const gzip = createGzip({ ...SMALL, flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(res);
  gzip.once('error', () => res.destroy());
  res.once('close', () => gzip.destroy());
  return gzip;
}
