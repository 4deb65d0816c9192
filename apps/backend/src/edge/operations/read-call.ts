import { type Operation } from '@despacho/contracts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { readInput } from '#platform/http/read-input.ts';
import { notFound, Refusal } from '#platform/refusal.ts';

/** Several times the size of a thousand orders with their versions (40 KB). */
const MAX_BODY = 256 * 1024;

/** @returns the parser of an operation's body: JSON, or a raw file. */
export function bodyParser({ upload, policy }: Operation): RequestHandler {
  if (!upload) return express.json({ limit: Math.max(MAX_BODY, policy.bodyBytes ?? 0) });
  const readFile = express.raw({
    limit: policy.bodyBytes ?? MAX_BODY,
    inflate: false,
    type: () => true,
  }) as RequestHandler;
  return (request, response, next) => {
    if (!upload.includes(request.get('content-type') ?? ''))
      throw new Refusal('wrong-type', 'El archivo no es de un formato aceptado');
    return readFile(request, response, next);
  };
}

/**
 * @returns the parts of a parsed request that every operation has.
 * @throws Refusal not-found for an invalid id, which is treated as unknown; invalid for a wrong body.
 */
export function readCall({ params, body }: Operation, request: Pick<Request, 'params' | 'body'>) {
  if (params && !params.safeParse(request.params).success) throw notFound();
  return {
    params: request.params,
    body: body ? readInput(body, request.body ?? {}) : null,
    /** The uploaded file; empty for other operations. */
    file: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** @returns a signal that fires when the client disconnects, to stop work nobody else needs. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
