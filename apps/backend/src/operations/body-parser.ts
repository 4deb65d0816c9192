import { type Operation } from '@despacho/contracts';
import express, { type RequestHandler } from 'express';
import { Refusal } from '../refusal.ts';

/** Several times the size of a thousand orders with their versions (40 KB). */
const MAX_BODY = 256 * 1024;

/** @returns the parser of an operation's body: JSON, or a raw file. */
export function bodyParser({ upload, policy }: Operation): RequestHandler {
  if (!upload) return express.json({ limit: MAX_BODY });
  const readFile = express.raw({
    limit: policy.bodyBytes ?? MAX_BODY,
    inflate: false,
    type: () => true,
  }) as RequestHandler;
  return (request, response, next) => {
    if (!upload.includes(request.get('content-type') ?? '')) throw new Refusal('wrong-type', 'El archivo no es de un formato aceptado'); // prettier-ignore
    return readFile(request, response, next);
  };
}
