import { type Request, type Response } from 'express';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, type InputType } from 'node:zlib';
import { isSafe } from '#safe-methods.ts';
import { etagOf, knownOf } from './etag.ts';
import { type MatchedRoute } from './match.ts';

/**
 * Smaller responses fit one packet with their headers: compression saves nothing, and a 304 only the work of a service that
 * states a version.
 */
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

/** Answers that the client has this response already. */
export function sendUnchanged(res: Response, etag: string): void {
  res.setHeader('ETag', etag);
  res.setHeader('Vary', 'Accept-Encoding');
  res.status(304).end();
}

/**
 * Sends a JSON response; null is sent as 204. Resolves once it is written.
 * @param version of the response, if our own service states one.
 */
export async function sendJson(req: Request, res: Response, value: unknown, version?: string): Promise<void> {
  if (value === null) {
    res.status(204).end();
    return;
  }
  // Encoded once: for a long text, each use of a string would encode it again.
  const plain = Buffer.from(JSON.stringify(value));
  const isLong = plain.length >= LEAST_BYTES;
  if (!isData(req.matched) || (!isLong && version === undefined)) {
    write(res, plain);
    return;
  }
  const digest = hash('sha256', lasting(value) ?? plain, 'base64url');
  const etag = etagOf(digest, version);
  // Not Express' `fresh`: browsers add no-cache to a request for which the page itself sets a validator.
  if (knownOf(req).some((known) => known.hash === digest)) {
    sendUnchanged(res, etag);
    return;
  }
  res.setHeader('ETag', etag);
  if (!isLong) {
    write(res, plain);
    return;
  }
  res.setHeader('Vary', 'Accept-Encoding');
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
