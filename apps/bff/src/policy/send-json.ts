import { type Request, type Response } from 'express';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import { isSafe } from '#safe-methods.ts';
import { type MatchedRoute } from './match.ts';

/** Smaller responses fit one packet with their headers: neither compression nor a 304 saves anything. */
export const LEAST_BYTES = 1280;

const compress = {
  // Runs off the event loop. Quality 4 takes three times as long for an eighth fewer bytes.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 1,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify<InputType, Buffer>(gzip),
};

/**
 * Whether a response may be compressed, and confirmed by a 304: reads that an upstream answers. Whatever the gateway
 * itself answers stays plain, because it is about the session, and so do responses to writes (docs/decisions/0070).
 */
const isData = ({ operation: { method }, policy: { to } }: MatchedRoute): boolean =>
  isSafe(method) && 'upstream' in to && !('send' in to);

/** @returns the response without the time of the answer, which differs each time; undefined if it has none. */
const lasting = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'now' in value ? JSON.stringify({ ...value, now: 0 }) : undefined;

const isKnown = (req: Request, etag: string): boolean =>
  (req.get('if-none-match') ?? '').split(',').some((known) => known.trim() === etag);

/** Sends a JSON response; null is sent as 204. Resolves once it is written. */
export async function sendJson(req: Request, res: Response, value: unknown): Promise<void> {
  if (value === null) {
    res.status(204).end();
    return;
  }
  // Encoded once: for a long text, each use of a string would encode it again.
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length < LEAST_BYTES || !isData(req.matched)) {
    write(res, plain);
    return;
  }
  // Weak, because it is the same for each encoding.
  const etag = `W/"${hash('sha256', lasting(value) ?? plain, 'base64url')}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Vary', 'Accept-Encoding');
  // Not Express' `fresh`: browsers add no-cache to a request for which the page itself sets a validator.
  if (isKnown(req, etag)) {
    res.status(304).end();
    return;
  }
  // One at a time: of several encodings with equal preference, Express would choose the one that the browser names
  // first.
  const coding = (['br', 'gzip'] as const).find((each) => req.acceptsEncodings(each));
  if (!coding) {
    write(res, plain);
    return;
  }
  const compressed = await compress[coding](plain);
  res.setHeader('Content-Encoding', coding);
  write(res, compressed);
}

function write(res: Response, body: Buffer): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.end(body);
}
